DROP INDEX "tips_settled";--> statement-breakpoint
CREATE INDEX "tips_unsettled" ON "tips" USING btree ("owner_id","created_at","id") WHERE confirmed_at is null and withdrawn_at is null and copied_from is null;--> statement-breakpoint
CREATE INDEX "tips_settled" ON "tips" USING btree ("owner_id","last_kick_off","created_at","id") WHERE confirmed_at is not null and withdrawn_at is null and copied_from is null;
