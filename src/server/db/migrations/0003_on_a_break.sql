ALTER TABLE "members" ADD COLUMN "break_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "break_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "break_spared" text[] DEFAULT '{}'::text[] NOT NULL;