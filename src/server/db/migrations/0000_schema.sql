CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"chain" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text DEFAULT '' NOT NULL,
	"own" jsonb,
	"nonce" uuid DEFAULT gen_random_uuid() NOT NULL,
	"hash" "bytea" DEFAULT '' NOT NULL,
	CONSTRAINT "audit_chain" UNIQUE("chain","position")
);
--> statement-breakpoint
CREATE TABLE "fixtures" (
	"id" text PRIMARY KEY NOT NULL,
	"sport_key" text NOT NULL,
	"source" text NOT NULL,
	"round" text DEFAULT '' NOT NULL,
	"home" text NOT NULL,
	"away" text NOT NULL,
	"search_name" text DEFAULT '' NOT NULL,
	"kick_off" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"half_time_home" smallint,
	"half_time_away" smallint,
	"full_time_home" smallint,
	"full_time_away" smallint,
	"first_goal" text,
	"version" integer DEFAULT 1 NOT NULL,
	"passed_on_until" uuid,
	"price_home" numeric(8, 2),
	"price_draw" numeric(8, 2),
	"price_away" numeric(8, 2),
	"other_prices" jsonb,
	"priced_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"member_id" uuid NOT NULL,
	"tipster_id" uuid NOT NULL,
	"following" boolean NOT NULL,
	"push" boolean DEFAULT false NOT NULL,
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
	"booked_odd" numeric(8, 2) DEFAULT '0' NOT NULL,
	"result" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_version" integer,
	"reason" text,
	"fact" jsonb,
	"corrected" jsonb,
	CONSTRAINT "legs_tip_id_position_pk" PRIMARY KEY("tip_id","position"),
	CONSTRAINT "legs_one_per_fixture" UNIQUE("tip_id","fixture_id"),
	CONSTRAINT "legs_odd" CHECK ("legs"."odd" = 0 or "legs"."odd" between 1 and 1000),
	CONSTRAINT "legs_option" CHECK ("legs"."odds_id" between 1 and 51)
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
	"language" text DEFAULT '' NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"profile_cursor" bigint DEFAULT 0 NOT NULL,
	"time_out_from" timestamp (3) with time zone,
	"time_out_until" timestamp (3) with time zone,
	"time_out_spared" text[] DEFAULT '{}'::text[] NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_name" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"member_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" smallint NOT NULL,
	"answer" jsonb,
	"etag" text,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"cursor" bigint NOT NULL,
	CONSTRAINT "operations_member_id_key_pk" PRIMARY KEY("member_id","key")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_slices" (
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"settled" integer NOT NULL,
	"won" integer NOT NULL,
	"flat_profit" numeric NOT NULL,
	"proven_yield" numeric GENERATED ALWAYS AS (round(flat_profit / (settled + 50), 12)) STORED NOT NULL,
	CONSTRAINT "record_slices_member_id_kind_key_pk" PRIMARY KEY("member_id","kind","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"device" text DEFAULT '' NOT NULL
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
	"booked_odds" numeric DEFAULT '0' NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"legs_won" smallint DEFAULT 0 NOT NULL,
	"legs_lost" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"cursor" bigint NOT NULL,
	"wire" text,
	CONSTRAINT "tips_stake" CHECK ("tips"."stake" between 0 and 10)
);
--> statement-breakpoint
CREATE TABLE "tipster_records" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"settled" integer NOT NULL,
	"won" integer NOT NULL,
	"priced" integer NOT NULL,
	"flat_profit" numeric NOT NULL,
	"proven_yield" numeric GENERATED ALWAYS AS (round(flat_profit / (settled + 50), 12)) STORED NOT NULL,
	"stars" numeric(3, 2),
	"form" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"secret" text,
	"pending_secret" text,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"recovery_hashes" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"member_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"former_email" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirm_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"undo_hash" text,
	CONSTRAINT "email_changes_confirmHash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "email_changes_undoHash_unique" UNIQUE("undo_hash")
);
--> statement-breakpoint
CREATE TABLE "email_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"registration" jsonb
);
--> statement-breakpoint
CREATE TABLE "limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"root" "bytea" NOT NULL,
	"key" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proof_leaves" (
	"index" integer PRIMARY KEY NOT NULL,
	"chain" text NOT NULL,
	"start" integer NOT NULL,
	"start_hash" "bytea" NOT NULL,
	"end" integer NOT NULL,
	"end_hash" "bytea" NOT NULL,
	CONSTRAINT "proof_leaves_chain" UNIQUE("chain","end")
);
--> statement-breakpoint
CREATE TABLE "proof_nodes" (
	"level" smallint NOT NULL,
	"index" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "proof_nodes_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "unsealed_events" (
	"chain" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "unsealed_events_chain_position_pk" PRIMARY KEY("chain","position")
);
--> statement-breakpoint
CREATE TABLE "notice_choices" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"read_until" timestamp (3) with time zone,
	"kinds" text[] DEFAULT '{}'::text[] NOT NULL,
	"quiet_from" smallint,
	"quiet_until" smallint,
	"zone" text DEFAULT 'UTC' NOT NULL,
	CONSTRAINT "notice_choices_quiet" CHECK (("notice_choices"."quiet_from" is null) = ("notice_choices"."quiet_until" is null)
        and "notice_choices"."quiet_from" between 0 and 1439 and "notice_choices"."quiet_until" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"tip_id" uuid NOT NULL,
	"tipster_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"spread_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposed_corrections" (
	"fixture_id" text NOT NULL,
	"odds_id" smallint NOT NULL,
	"version" integer NOT NULL,
	"result" text NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "proposed_corrections_fixture_id_odds_id_pk" PRIMARY KEY("fixture_id","odds_id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"asked_from" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pool_members" (
	"pool_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pool_members_pool_id_member_id_pk" PRIMARY KEY("pool_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "pools" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"from" date NOT NULL,
	"until" date NOT NULL,
	"sport_key" text,
	"invitation" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"host" text NOT NULL,
	"key_hash" text NOT NULL,
	"taken_until" timestamp (3) with time zone,
	"remaining" integer,
	"failures" integer DEFAULT 0 NOT NULL,
	"rest_until" timestamp (3) with time zone,
	"answered" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "sources_host_key_hash_pk" PRIMARY KEY("host","key_hash")
);
--> statement-breakpoint
ALTER TABLE "fixtures" ADD CONSTRAINT "fixtures_sport_key_leagues_key_fk" FOREIGN KEY ("sport_key") REFERENCES "public"."leagues"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_tipster_id_members_id_fk" FOREIGN KEY ("tipster_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_tip_id_tips_id_fk" FOREIGN KEY ("tip_id") REFERENCES "public"."tips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_fixture_id_fixtures_id_fk" FOREIGN KEY ("fixture_id") REFERENCES "public"."fixtures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_decided_by_members_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_picture_hash_pictures_hash_fk" FOREIGN KEY ("picture_hash") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_slices" ADD CONSTRAINT "record_slices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tips" ADD CONSTRAINT "tips_confirmed_by_members_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tipster_records" ADD CONSTRAINT "tipster_records_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tip_id_tips_id_fk" FOREIGN KEY ("tip_id") REFERENCES "public"."tips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tipster_id_members_id_fk" FOREIGN KEY ("tipster_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_corrections" ADD CONSTRAINT "proposed_corrections_fixture_id_fixtures_id_fk" FOREIGN KEY ("fixture_id") REFERENCES "public"."fixtures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_corrections" ADD CONSTRAINT "proposed_corrections_proposed_by_members_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pool_members" ADD CONSTRAINT "pool_members_pool_id_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."pools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pool_members" ADD CONSTRAINT "pool_members_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pools" ADD CONSTRAINT "pools_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pools" ADD CONSTRAINT "pools_sport_key_leagues_key_fk" FOREIGN KEY ("sport_key") REFERENCES "public"."leagues"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","position");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "fixtures_kick_off" ON "fixtures" USING btree ("kick_off");--> statement-breakpoint
CREATE INDEX "fixtures_league" ON "fixtures" USING btree ("sport_key","kick_off");--> statement-breakpoint
CREATE INDEX "fixtures_teams" ON "fixtures" USING btree ("home","away");--> statement-breakpoint
CREATE INDEX "follows_pull" ON "follows" USING btree ("member_id","cursor");--> statement-breakpoint
CREATE INDEX "follows_own" ON "follows" USING btree ("member_id","changed_at","tipster_id") WHERE following;--> statement-breakpoint
CREATE INDEX "follows_tipster" ON "follows" USING btree ("tipster_id") WHERE following;--> statement-breakpoint
CREATE INDEX "legs_fixture" ON "legs" USING btree ("fixture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "members_tipsters" ON "members" USING btree ("id") WHERE is_tipster and email_verified_at is not null and first_name <> '';--> statement-breakpoint
CREATE INDEX "operations_pull" ON "operations" USING btree ("member_id","cursor");--> statement-breakpoint
CREATE INDEX "operations_answered" ON "operations" USING btree ("answered_at") WHERE answer is not null;--> statement-breakpoint
CREATE INDEX "record_slices_rank" ON "record_slices" USING btree ("kind","key",(settled >= 5) desc,"proven_yield" DESC NULLS FIRST,"settled" DESC NULLS FIRST,"member_id");--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "tips_own" ON "tips" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tips_pull" ON "tips" USING btree ("owner_id","cursor");--> statement-breakpoint
CREATE INDEX "tips_feed" ON "tips" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tips_ahead" ON "tips" USING btree ("expires_at") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "tips_settled" ON "tips" USING btree ("owner_id") WHERE confirmed_at is not null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "tips_open" ON "tips" USING btree ("id") WHERE confirmed_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "tips_confirmed" ON "tips" USING btree ("confirmed_at") WHERE confirmed_at is not null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "tips_copies" ON "tips" USING btree ("copied_from") WHERE booked_at is not null and confirmed_at is not null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "tipster_records_stars" ON "tipster_records" USING btree ("stars");--> statement-breakpoint
CREATE INDEX "email_changes_member" ON "email_changes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "email_tokens_member" ON "email_tokens" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "passkeys_member" ON "passkeys" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "notices_tipster" ON "notices" USING btree ("tipster_id","at","id");--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notices_unspread" ON "notices" USING btree ("at") WHERE spread_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_kick_off" ON "notices" USING btree ("tip_id") WHERE kind = 'kick-off';--> statement-breakpoint
CREATE INDEX "push_subscriptions_member" ON "push_subscriptions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "pushes_due" ON "pushes" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_once" ON "pushes" USING btree ("notice_id","subscription_id");--> statement-breakpoint
CREATE INDEX "pushes_subscription" ON "pushes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "pool_members_member" ON "pool_members" USING btree ("member_id");--> statement-breakpoint
-- What is counted may be forgotten by a crash, so that counting costs no disk.
ALTER TABLE "limits" SET UNLOGGED;
--> statement-breakpoint
-- What counts in a record and in every table: the confirmed tips that are somebody's own, and their
-- legs as singles.
CREATE VIEW counted_tips AS
select id, owner_id, created_at, last_kick_off, outcome, record_odds
from tips
where confirmed_at is not null and withdrawn_at is null and copied_from is null;
--> statement-breakpoint
CREATE VIEW counted_singles AS
select counted_tips.owner_id, counted_tips.last_kick_off, fixtures.sport_key,
  legs.odds_id, legs.result, legs.kick_off_odd
from counted_tips
join legs on legs.tip_id = counted_tips.id
join fixtures on fixtures.id = legs.fixture_id;
--> statement-breakpoint
-- What one unit brought on what is won or lost. The figures are those of src/domain/record.ts: what had no
-- price at kick-off is in no profit, and nothing adds more than 20 units.
CREATE FUNCTION flat_units(result text, odds numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE
AS $$
  select case when odds = 0 then 0 when result = 'won' then least(20, odds - 1) else -1 end
$$;
--> statement-breakpoint
-- Works out anew what a tipster's confirmed tips add up to. Whoever calls holds the lock on the
-- member's row. Void counts nowhere.
CREATE FUNCTION recompute_record(member uuid) RETURNS void
LANGUAGE sql
AS $$
  delete from record_slices where member_id = member;

  with counted as (
    select outcome, record_odds, to_char(last_kick_off at time zone 'UTC', 'YYYY-MM') as month
    from counted_tips where owner_id = member
  ), singles as (
    select sport_key, odds_id, result, kick_off_odd,
      to_char(last_kick_off at time zone 'UTC', 'YYYY-MM') as month
    from counted_singles where owner_id = member
  ), parts as (
    select 'month' as kind, month as key, outcome as result, record_odds as odds from counted
    union all
    select 'league', sport_key, result, kick_off_odd from singles
    union all
    select 'league-month', sport_key || ' ' || month, result, kick_off_odd from singles
    union all
    select 'option', odds_id::text, result, kick_off_odd from singles
  )
  insert into record_slices (member_id, kind, key, settled, won, flat_profit)
  select member, kind, key, count(*), count(*) filter (where result = 'won'),
    sum(flat_units(result, odds))
  from parts
  where result in ('won', 'lost')
  group by kind, key;

  insert into tipster_records as stored
    (member_id, settled, won, priced, flat_profit, stars, form)
  select member, settled, won, priced, flat_profit,
    case when settled >= 10 then round(2.5 + 2.5 * x / sqrt(1 + x * x), 2) end, form
  from (
    select coalesce(sum(settled), 0) as settled, coalesce(sum(won), 0) as won,
      coalesce(sum(flat_profit), 0) as flat_profit,
      10 * coalesce(sum(flat_profit), 0) / (coalesce(sum(settled), 0) + 50) as x
    from record_slices
    where member_id = member and kind = 'month'
  ) as total, (
    select count(*) filter (where outcome in ('won', 'lost') and record_odds > 0) as priced,
      coalesce(array_agg(outcome order by last_kick_off, created_at, id)
        filter (where place <= 5), '{}') as form
    from (
      select *, row_number() over (order by last_kick_off desc, created_at desc, id desc) as place
      from counted_tips where owner_id = member
    ) as newest
  ) as tips
  on conflict (member_id) do update
  set settled = excluded.settled, won = excluded.won, priced = excluded.priced,
    flat_profit = excluded.flat_profit, stars = excluded.stars, form = excluded.form;
$$;
--> statement-breakpoint
-- A record follows from its tips whoever confirms, withdraws or settles them: the server, or a person
-- with psql. Who deletes a tip or gives it to somebody else, which the server never does, calls
-- recompute_record as well. The triggers wait for the end of the transaction, when a tip has all of
-- its legs, and their conditions leave booking, posting and pricing alone.
CREATE FUNCTION keep_record(tipster uuid) RETURNS void
LANGUAGE plpgsql
AS $$
declare
  kept text := coalesce(current_setting('touchline.records_kept', true), '');
begin
  -- The first of them sees all that the transaction did, so once for each tipster is enough.
  if strpos(kept, tipster::text) > 0 then
    return;
  end if;
  perform set_config('touchline.records_kept', kept || tipster || ' ', true);
  -- One at a time, or two tips of one tipster would each be counted without the other.
  perform from members where id = tipster for no key update;
  perform recompute_record(tipster);
end
$$;
--> statement-breakpoint
CREATE FUNCTION keep_record_of_tip() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  perform keep_record(new.owner_id);
  return null;
end
$$;
--> statement-breakpoint
CREATE FUNCTION keep_record_of_leg() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  perform keep_record(owner_id) from tips where id = new.tip_id and confirmed_at is not null;
  return null;
end
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER tips_confirmed_at_once AFTER INSERT ON tips
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (new.confirmed_at IS NOT NULL)
EXECUTE FUNCTION keep_record_of_tip();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER tips_counted AFTER UPDATE ON tips
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (
  (old.confirmed_at IS NOT NULL OR new.confirmed_at IS NOT NULL)
  AND (old.confirmed_at IS NULL, old.withdrawn_at IS NULL, old.copied_from, old.outcome,
    old.record_odds, old.last_kick_off)
  IS DISTINCT FROM (new.confirmed_at IS NULL, new.withdrawn_at IS NULL, new.copied_from, new.outcome,
    new.record_odds, new.last_kick_off)
)
EXECUTE FUNCTION keep_record_of_tip();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER legs_counted AFTER UPDATE ON legs
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (
  (old.odds_id, old.result, old.kick_off_odd)
  IS DISTINCT FROM (new.odds_id, new.result, new.kick_off_odd)
)
EXECUTE FUNCTION keep_record_of_leg();
--> statement-breakpoint
-- A tip's document says what its row and its legs say: whoever changes one of them, a person with psql too,
-- writes another or leaves none. What is added to it from elsewhere changes nothing of it.
CREATE FUNCTION forget_wire() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  new.wire := null;
  return new;
end
$$;
--> statement-breakpoint
CREATE FUNCTION forget_wire_of_leg() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  update tips set wire = null where id = new.tip_id and wire is not null;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER tips_wired BEFORE UPDATE ON tips FOR EACH ROW
WHEN (
  (old.created_at, old.analysis, old.total_odds, old.confirmed_at IS NULL, old.outcome, old.legs_won,
    old.legs_lost)
  IS DISTINCT FROM (new.created_at, new.analysis, new.total_odds, new.confirmed_at IS NULL, new.outcome,
    new.legs_won, new.legs_lost)
  AND new.wire IS NOT DISTINCT FROM old.wire
)
EXECUTE FUNCTION forget_wire();
--> statement-breakpoint
CREATE TRIGGER legs_wired AFTER UPDATE ON legs FOR EACH ROW
WHEN (
  (old.position, old.fixture_id, old.odds_id, old.odd, old.kick_off_odd, old.result, old.decided_at,
    old.reason, old.fact, old.corrected)
  IS DISTINCT FROM (new.position, new.fixture_id, new.odds_id, new.odd, new.kick_off_odd, new.result,
    new.decided_at, new.reason, new.fact, new.corrected)
)
EXECUTE FUNCTION forget_wire_of_leg();
--> statement-breakpoint
-- Whoever changes what a decision rests on makes another version of a game, a person with psql too. No device
-- has that one yet.
CREATE FUNCTION raise_fixture_version() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  new.version := old.version + 1;
  new.passed_on_until := null;
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER fixtures_versioned BEFORE UPDATE ON fixtures FOR EACH ROW
WHEN (
  (old.kick_off, old.status, old.half_time_home, old.half_time_away, old.full_time_home,
    old.full_time_away, old.first_goal)
  IS DISTINCT FROM (new.kick_off, new.status, new.half_time_home, new.half_time_away,
    new.full_time_home, new.full_time_away, new.first_goal)
)
EXECUTE FUNCTION raise_fixture_version();
--> statement-breakpoint
-- The two texts that the hash of an audit row is made of: what only some may read, bound by its own
-- hash, and what anybody may check. PostgreSQL writes a jsonb the same way every time.
CREATE FUNCTION audit_sealed(entry audit) RETURNS text
LANGUAGE sql STABLE
AS $$
  select jsonb_build_object('actor', entry.actor_id, 'own', entry.own, 'nonce', entry.nonce)::text
$$;
--> statement-breakpoint
CREATE FUNCTION audit_content(entry audit) RETURNS text
LANGUAGE sql STABLE
AS $$
  select jsonb_build_object(
    'chain', entry.chain, 'position', entry.position,
    'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'subject', entry.subject, 'action', entry.action,
    'before', entry.before, 'after', entry.after, 'reason', entry.reason,
    'sealed', encode(sha256(convert_to(audit_sealed(entry), 'UTF8')), 'hex')
  )::text
$$;
--> statement-breakpoint
-- Gives a row its place in its chain. A tip's events are in its tipster's chain, and whoever writes one
-- holds that member's row already; only what belongs to nothing locks anything for itself.
CREATE FUNCTION chain_audit() RETURNS trigger
LANGUAGE plpgsql
AS $$
declare
  kind text := split_part(new.subject, ':', 1);
  named text := substr(new.subject, length(kind) + 2);
  last record;
begin
  new.chain := new.subject;
  if kind = 'tip' then
    select 'member:' || owner_id into strict new.chain from tips where id = named::uuid;
  end if;
  if kind = 'fixture' then
    perform from fixtures where id = named for no key update;
  elsif new.chain like 'member:%' then
    perform from members where id = substr(new.chain, 8)::uuid for no key update;
  else
    perform pg_advisory_xact_lock(hashtextextended(new.chain, 7046034));
  end if;
  select position, hash into last from audit
  where chain = new.chain order by position desc limit 1;
  new.position := coalesce(last.position, 0) + 1;
  new.hash := sha256('\x02'::bytea || coalesce(last.hash, decode(repeat('00', 32), 'hex'))
    || sha256(convert_to(audit_content(new), 'UTF8')));
  insert into unsealed_events values (new.chain, new.position);
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER audit_chained BEFORE INSERT ON audit
FOR EACH ROW EXECUTE FUNCTION chain_audit();
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  raise exception 'What is written in % stays as it is.', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER proof_leaves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_leaves
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER proof_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_nodes
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What the server works as: it adds to what is append-only and can do nothing else with it. A role is
-- the whole cluster's, so another database may have made it, at this very moment.
DO $$
begin
  if to_regrole('touchline_app') is null then
    begin
      create role touchline_app nologin;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'The role touchline_app is missing and cannot be made here. As somebody who may: create role touchline_app nologin; grant touchline_app to "%";', current_user;
    end;
  end if;
  -- Before 16 every member of a role may work as it.
  if current_setting('server_version_num')::int < 160000 then
    if not pg_has_role(current_user, 'touchline_app', 'member') then
      execute format('grant touchline_app to %I', current_user);
    end if;
  elsif not pg_has_role(current_user, 'touchline_app', 'set') then
    execute format('grant touchline_app to %I with set true', current_user);
  end if;
end
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO touchline_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO touchline_app;
--> statement-breakpoint
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO touchline_app;
--> statement-breakpoint
REVOKE UPDATE, DELETE ON audit, proof_leaves, proof_nodes, checkpoints FROM touchline_app;
