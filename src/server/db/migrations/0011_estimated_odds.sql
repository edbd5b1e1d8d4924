ALTER TABLE "legs" ADD COLUMN "estimated_odd" numeric(8, 2);--> statement-breakpoint
-- A tip's document says the estimates of its legs, too.
CREATE OR REPLACE TRIGGER legs_wired AFTER UPDATE ON legs FOR EACH ROW
WHEN (
  (old.position, old.fixture_id, old.odds_id, old.odd, old.estimated_odd, old.kick_off_odd, old.result,
    old.decided_at, old.reason, old.fact, old.corrected)
  IS DISTINCT FROM (new.position, new.fixture_id, new.odds_id, new.odd, new.estimated_odd, new.kick_off_odd,
    new.result, new.decided_at, new.reason, new.fact, new.corrected)
)
EXECUTE FUNCTION forget_wire_of_leg();
