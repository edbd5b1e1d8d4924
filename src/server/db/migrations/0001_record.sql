-- A text as a search reads it: without case and accents, as a collator of base sensitivity compares.
-- Letters that Unicode does not take apart are named one by one; six that it does take apart are
-- letters of their own all the same and are put together again before accents go.
CREATE FUNCTION folded(given text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  with plain as (
    select lower(normalize(given, NFKD)) as letters
  ), whole as (
    select replace(replace(replace(replace(replace(replace(letters,
      U&'\0438\0306', U&'\0439'),
      U&'\0627\0653', U&'\0622'),
      U&'\0627\0654', U&'\0623'),
      U&'\0627\0655', U&'\0625'),
      U&'\0648\0654', U&'\0624'),
      U&'\064A\0654', U&'\0626') as letters
    from plain
  ), bare as (
    select regexp_replace(letters,
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u0300-\u0362\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0900-\u0903\u093c\u0951-\u0954\u0e47-\u0e4e\u1ab0-\u1abe\u1ac1-\u1acb\u1acf-\u1add\u1ae0-\u1aeb\u1dc0-\u1dc9\u1dcb-\u1dd1\u1df5-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20f0\u3099-\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
      '', 'g') as letters
    from whole
  )
  select replace(replace(replace(
    translate(translate(translate(letters,
      U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\0E50\0E51\0E52\0E53\0E54\0E55\0E56\0E57\0E58\0E59',
      '0123456789012345678901234567890123456789'),
      U&'\05DA\05DD\05DF\05E3\05E5\05F3\05F4', U&'\05DB\05DE\05E0\05E4\05E6''"'),
      'ðđħłøςґ‘’‚‛“”„‟', 'ddhloσг''''''""""'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  from bare
$$;
--> statement-breakpoint
CREATE TABLE "record_slices" (
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"settled" integer NOT NULL,
	"won" integer NOT NULL,
	"flat_profit" numeric NOT NULL,
	CONSTRAINT "record_slices_member_id_kind_key_pk" PRIMARY KEY("member_id","kind","key")
);
--> statement-breakpoint
CREATE TABLE "tipster_records" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"settled" integer NOT NULL,
	"won" integer NOT NULL,
	"flat_profit" numeric NOT NULL,
	"stars" numeric(3, 2)
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "search_name" text GENERATED ALWAYS AS (folded(coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "record_slices" ADD CONSTRAINT "record_slices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tipster_records" ADD CONSTRAINT "tipster_records_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_slices_key" ON "record_slices" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "tipster_records_stars" ON "tipster_records" USING btree ("stars");
--> statement-breakpoint
-- Works out anew what a tipster's confirmed tickets add up to. Whoever calls holds the lock on the
-- member's row. The figures are those of src/domain/record.ts: void counts nowhere, what had no price
-- at kick-off is won or lost and in no profit, and nothing adds more than 20 units.
CREATE FUNCTION recompute_record(member uuid) RETURNS void
LANGUAGE sql
AS $$
  delete from record_slices where member_id = member;

  with counted as (
    select id, outcome, record_odds, last_kick_off
    from tips
    where owner_id = member
      and confirmed_at is not null and withdrawn_at is null and copied_from is null
  ), singles as (
    select fixtures.sport_key, legs.odds_id, legs.result, legs.kick_off_odd
    from counted
    join legs on legs.tip_id = counted.id
    join fixtures on fixtures.id = legs.fixture_id
  ), parts as (
    select 'month' as kind, to_char(last_kick_off at time zone 'UTC', 'YYYY-MM') as key,
      outcome as result, record_odds as odds
    from counted
    union all
    select 'league', sport_key, result, kick_off_odd from singles
    union all
    select 'option', odds_id::text, result, kick_off_odd from singles
  )
  insert into record_slices (member_id, kind, key, settled, won, flat_profit)
  select member, kind, key, count(*), count(*) filter (where result = 'won'),
    sum(case when odds = 0 then 0 when result = 'won' then least(20, odds - 1) else -1 end)
  from parts
  where result in ('won', 'lost')
  group by kind, key;

  insert into tipster_records as stored (member_id, settled, won, flat_profit, stars)
  select member, settled, won, flat_profit,
    case when settled >= 10
      then greatest(0, least(5, 2.5 + 25 * flat_profit / (settled + 50)))
    end
  from (
    select coalesce(sum(settled), 0) as settled, coalesce(sum(won), 0) as won,
      coalesce(sum(flat_profit), 0) as flat_profit
    from record_slices
    where member_id = member and kind = 'month'
  ) as total
  on conflict (member_id) do update
  set settled = excluded.settled, won = excluded.won,
    flat_profit = excluded.flat_profit, stars = excluded.stars;
$$;
--> statement-breakpoint
SELECT recompute_record(owner_id)
FROM (SELECT DISTINCT owner_id FROM tips WHERE confirmed_at IS NOT NULL) AS settled_owners;
