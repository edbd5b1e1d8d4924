DROP TABLE "proposed_corrections" CASCADE;--> statement-breakpoint
ALTER TABLE "legs" ADD COLUMN "undo" jsonb;