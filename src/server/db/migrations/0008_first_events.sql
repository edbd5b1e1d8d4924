-- A game and an administrator's role are written down with the row that begins them, so that every later change
-- has something to differ from. Both run as whoever inserts: with triggers off nothing is written.
CREATE FUNCTION utc_text(moment timestamptz) RETURNS text
LANGUAGE sql STABLE
AS $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
CREATE FUNCTION fixture_facts(game fixtures) RETURNS jsonb
LANGUAGE sql STABLE
AS $$
  select jsonb_build_object(
    'sportKey', game.sport_key, 'home', game.home, 'away', game.away, 'kickOff', utc_text(game.kick_off),
    'status', game.status, 'halfTimeHome', game.half_time_home, 'halfTimeAway', game.half_time_away,
    'fullTimeHome', game.full_time_home, 'fullTimeAway', game.full_time_away, 'firstGoal', game.first_goal)
$$;
--> statement-breakpoint
CREATE FUNCTION write_fixture_added() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  insert into audit (at, action, subject, after)
  values (new.updated_at, 'fixture.add', 'fixture:' || new.id, fixture_facts(new));
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER fixtures_added AFTER INSERT ON fixtures FOR EACH ROW
EXECUTE FUNCTION write_fixture_added();
--> statement-breakpoint
CREATE FUNCTION write_first_role() RETURNS trigger
LANGUAGE plpgsql
AS $$
begin
  insert into audit (at, action, subject, after)
  values (new.created_at, 'member.role', 'member:' || new.id, jsonb_build_object('role', new.role));
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER members_first_role AFTER INSERT ON members FOR EACH ROW
WHEN (new.role <> 'member')
EXECUTE FUNCTION write_first_role();
--> statement-breakpoint
-- Rows older than this migration are written down as they stand now: what was changed before it stays unseen.
insert into audit (at, action, subject, after, reason)
select now(), 'fixture.add', 'fixture:' || id, fixture_facts(fixtures), 'As it stood when games began to be written down'
from fixtures order by id;
--> statement-breakpoint
insert into audit (at, action, subject, after, reason)
select now(), 'member.role', 'member:' || id, jsonb_build_object('role', role), 'As it stood when roles began to be written down'
from members where role <> 'member' order by id;
--> statement-breakpoint
insert into audit (at, action, subject, own, reason)
select now(), 'member.follow', 'member:' || member_id,
  jsonb_build_object('following', true, 'tipsterIds', jsonb_agg(tipster_id order by tipster_id)),
  'As it stood when follows began to be written down'
from follows where following group by member_id order by member_id;
--> statement-breakpoint
insert into audit (at, action, subject, own, reason)
select now(), 'copy.book', 'member:' || owner_id,
  jsonb_build_object('tipId', id, 'bookedAt', utc_text(booked_at),
    'odds', (select jsonb_object_agg(fixture_id, booked_odd) from legs where tip_id = tips.id)),
  'As it stood when booked copies began to be written down'
from tips where copied_from is not null and booked_at is not null order by owner_id, id;
