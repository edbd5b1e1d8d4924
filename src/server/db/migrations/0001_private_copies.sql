DROP INDEX "tips_copies";--> statement-breakpoint
CREATE INDEX "tips_copies" ON "tips" USING btree ("copied_from") WHERE copied_from is not null and withdrawn_at is null;--> statement-breakpoint
-- Nobody but its owner is told of a copy, and of the copy's post not even they.
DELETE FROM "notices" USING "tips"
WHERE "tips"."id" = "notices"."tip_id" AND "tips"."copied_from" IS NOT NULL AND "notices"."kind" = 'posted';
--> statement-breakpoint
DELETE FROM "pushes" USING "notices", "tips", "push_subscriptions"
WHERE "notices"."id" = "pushes"."notice_id" AND "tips"."id" = "notices"."tip_id"
  AND "push_subscriptions"."id" = "pushes"."subscription_id" AND "tips"."copied_from" IS NOT NULL
  AND "push_subscriptions"."member_id" <> "tips"."owner_id";
