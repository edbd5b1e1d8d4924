CREATE TABLE "guard_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "password_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "authenticators" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "guard_links" ADD CONSTRAINT "guard_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guard_links_member" ON "guard_links" USING btree ("member_id");--> statement-breakpoint
-- The role of the server at work: what was granted before covers the tables of then.
GRANT SELECT, INSERT, UPDATE, DELETE ON "guard_links" TO touchline_app;
