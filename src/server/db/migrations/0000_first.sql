CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "fixtures" (
	"id" text PRIMARY KEY NOT NULL,
	"sport_key" text NOT NULL,
	"source" text NOT NULL,
	"round" text DEFAULT '' NOT NULL,
	"home" text NOT NULL,
	"away" text NOT NULL,
	"kick_off" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"half_time_home" smallint,
	"half_time_away" smallint,
	"full_time_home" smallint,
	"full_time_away" smallint,
	"price_home" numeric(8, 2),
	"price_draw" numeric(8, 2),
	"price_away" numeric(8, 2),
	"priced_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"member_id" uuid NOT NULL,
	"tipster_id" uuid NOT NULL,
	"following" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"cursor" bigint NOT NULL,
	CONSTRAINT "follows_member_id_tipster_id_pk" PRIMARY KEY("member_id","tipster_id")
);
--> statement-breakpoint
CREATE TABLE "leagues" (
	"key" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"group" text NOT NULL,
	"details" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legs" (
	"tip_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"fixture_id" text NOT NULL,
	"odds_id" smallint NOT NULL,
	"odd" numeric(8, 2) DEFAULT '0' NOT NULL,
	"kick_off_odd" numeric(8, 2) DEFAULT '0' NOT NULL,
	"result" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "legs_tip_id_position_pk" PRIMARY KEY("tip_id","position"),
	CONSTRAINT "legs_one_per_fixture" UNIQUE("tip_id","fixture_id"),
	CONSTRAINT "legs_odd" CHECK ("legs"."odd" = 0 or "legs"."odd" between 1 and 1000),
	CONSTRAINT "legs_option" CHECK ("legs"."odds_id" between 1 and 51)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"picture_hash" text,
	"show_phone" boolean DEFAULT false NOT NULL,
	"is_tipster" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"age_confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"profile_cursor" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"member_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"status" smallint,
	"answer" jsonb,
	"etag" text,
	"answered_at" timestamp (3) with time zone,
	"cursor" bigint,
	CONSTRAINT "operations_member_id_key_pk" PRIMARY KEY("member_id","key")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tips" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_kick_off" timestamp (3) with time zone NOT NULL,
	"stake" smallint DEFAULT 0 NOT NULL,
	"analysis" text DEFAULT '' NOT NULL,
	"copied_from" uuid,
	"booked_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"total_odds" numeric DEFAULT '0' NOT NULL,
	"record_odds" numeric DEFAULT '0' NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"legs_won" smallint DEFAULT 0 NOT NULL,
	"legs_lost" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"cursor" bigint NOT NULL,
	CONSTRAINT "tips_stake" CHECK ("tips"."stake" between 0 and 10)
);
--> statement-breakpoint
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixtures" ADD CONSTRAINT "fixtures_sport_key_leagues_key_fk" FOREIGN KEY ("sport_key") REFERENCES "public"."leagues"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_tipster_id_members_id_fk" FOREIGN KEY ("tipster_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_tip_id_tips_id_fk" FOREIGN KEY ("tip_id") REFERENCES "public"."tips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_fixture_id_fixtures_id_fk" FOREIGN KEY ("fixture_id") REFERENCES "public"."fixtures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_decided_by_members_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_picture_hash_pictures_hash_fk" FOREIGN KEY ("picture_hash") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_confirmed_by_members_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "email_tokens_member" ON "email_tokens" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "fixtures_kick_off" ON "fixtures" USING btree ("kick_off");--> statement-breakpoint
CREATE INDEX "fixtures_league" ON "fixtures" USING btree ("sport_key","kick_off");--> statement-breakpoint
CREATE INDEX "fixtures_teams" ON "fixtures" USING btree ("home","away");--> statement-breakpoint
CREATE INDEX "follows_pull" ON "follows" USING btree ("member_id","cursor");--> statement-breakpoint
CREATE INDEX "follows_tipster" ON "follows" USING btree ("tipster_id") WHERE following;--> statement-breakpoint
CREATE INDEX "legs_fixture" ON "legs" USING btree ("fixture_id");--> statement-breakpoint
CREATE INDEX "mails_owed" ON "mails" USING btree ("next_at") WHERE sent_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "operations_pull" ON "operations" USING btree ("member_id","cursor");--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "tips_own" ON "tips" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tips_pull" ON "tips" USING btree ("owner_id","cursor");--> statement-breakpoint
CREATE INDEX "tips_feed" ON "tips" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tips_settled" ON "tips" USING btree ("owner_id") WHERE confirmed_at is not null and withdrawn_at is null;