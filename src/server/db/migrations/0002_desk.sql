ALTER TABLE "tipster_records" drop column "proven_yield";--> statement-breakpoint
ALTER TABLE "tipster_records" ADD COLUMN "capped_profit" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "tipster_records" ADD COLUMN "proven_yield" numeric GENERATED ALWAYS AS (round(capped_profit / (settled + 50), 12)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "fixtures" ADD COLUMN "decided_earlier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "fixture_id" text;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_fixture_id_fixtures_id_fk" FOREIGN KEY ("fixture_id") REFERENCES "public"."fixtures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fixtures_decided_earlier" ON "fixtures" USING btree ("id") WHERE decided_earlier;--> statement-breakpoint
CREATE INDEX "notices_settled" ON "notices" USING btree ("tip_id") WHERE kind = 'settled';--> statement-breakpoint
CREATE UNIQUE INDEX "notices_member" ON "notices" USING btree ("member_id","at","fixture_id") WHERE member_id is not null;--> statement-breakpoint
-- What one unit brought on what is won or lost. The figures are those of src/domain/record.ts: what had no
-- price at kick-off is in no profit.
CREATE OR REPLACE FUNCTION flat_units(result text, odds numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE
AS $$
  select case when odds = 0 then 0 when result = 'won' then odds - 1 else -1 end
$$;
--> statement-breakpoint
-- Works out anew what a tipster's confirmed tips add up to. The caller holds the lock on the member's row.
-- Void counts nowhere; one tip adds at most 20 units to the capped profit, of which the stars are made.
CREATE OR REPLACE FUNCTION recompute_record(member uuid) RETURNS void
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
    (member_id, settled, won, priced, flat_profit, capped_profit, stars, form)
  select member, settled, won, priced, flat_profit, capped_profit,
    case when settled >= 10 then round(2.5 + 2.5 * x / sqrt(1 + x * x), 2) end, form
  from (
    select *, 10 * capped_profit / (settled + 50) as x
    from (
      select count(*) as settled, count(*) filter (where outcome = 'won') as won,
        count(*) filter (where record_odds > 0) as priced,
        coalesce(sum(units), 0) as flat_profit, coalesce(sum(least(20, units)), 0) as capped_profit
      from (
        select outcome, record_odds, flat_units(outcome, record_odds) as units
        from counted_tips where owner_id = member and outcome in ('won', 'lost')
      ) as decided
    ) as sums
  ) as total, (
    select coalesce(array_agg(outcome order by last_kick_off, created_at, id), '{}') as form
    from (
      select outcome, last_kick_off, created_at, id
      from counted_tips where owner_id = member
      order by last_kick_off desc, created_at desc, id desc limit 5
    ) as newest
  ) as tips
  on conflict (member_id) do update
  set settled = excluded.settled, won = excluded.won, priced = excluded.priced,
    flat_profit = excluded.flat_profit, capped_profit = excluded.capped_profit,
    stars = excluded.stars, form = excluded.form;
$$;
--> statement-breakpoint
select recompute_record(member_id) from tipster_records;
--> statement-breakpoint
-- Another version of a game is made by every change of what a decision rests on, a person's with psql too. No
-- device has that version yet, and what is confirmed by an earlier one may have to be corrected.
CREATE OR REPLACE FUNCTION raise_fixture_version() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  new.version := old.version + 1;
  new.passed_on_until := null;
  new.decided_earlier := exists (
    select from legs join tips on tips.id = legs.tip_id
    where legs.fixture_id = new.id and legs.decided_version is distinct from new.version
      and tips.confirmed_at is not null and tips.withdrawn_at is null);
  return new;
end
$$;
--> statement-breakpoint
update fixtures set decided_earlier = true where exists (
  select from legs join tips on tips.id = legs.tip_id
  where legs.fixture_id = fixtures.id and legs.decided_version is distinct from fixtures.version
    and tips.confirmed_at is not null and tips.withdrawn_at is null);
