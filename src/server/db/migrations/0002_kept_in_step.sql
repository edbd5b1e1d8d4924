ALTER TABLE "mails" ADD COLUMN "asked_from" text;--> statement-breakpoint
-- A deleted account has no name; who reads of it is told so in their own language.
UPDATE members SET first_name = '', last_name = '', user_name = '' WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
-- A record follows from its tickets whoever confirms, withdraws or settles them: this version, the one
-- before it that still runs beside it, or a person with psql. Who deletes a ticket or gives it to
-- somebody else, which no version does, calls recompute_record as well. The triggers wait for the end
-- of the transaction, when a ticket has all of its legs, and their conditions leave booking, posting
-- and pricing alone.
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
  -- One at a time, or two tickets of one tipster would each be counted without the other.
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
-- What a version without the triggers left behind.
SELECT recompute_record(owner_id)
FROM (SELECT DISTINCT owner_id FROM tips WHERE confirmed_at IS NOT NULL) AS settled_owners;
