-- The server updates records in the transaction that changes the tips.
DROP TRIGGER tips_confirmed_at_once ON tips;--> statement-breakpoint
DROP TRIGGER tips_counted ON tips;--> statement-breakpoint
DROP TRIGGER legs_counted ON legs;--> statement-breakpoint
DROP FUNCTION keep_record_of_tip();--> statement-breakpoint
DROP FUNCTION keep_record_of_leg();--> statement-breakpoint
DROP FUNCTION keep_record(uuid);--> statement-breakpoint
DROP FUNCTION recompute_record(uuid);--> statement-breakpoint
DROP FUNCTION flat_units(text, numeric);
