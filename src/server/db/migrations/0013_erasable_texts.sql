ALTER TABLE "audit" ADD COLUMN "content_digest" "bytea";--> statement-breakpoint
ALTER TABLE "tips" ADD COLUMN "analysis_salt" uuid;--> statement-breakpoint
-- Apart from the column, so that rows without a text are not written anew.
ALTER TABLE "tips" ALTER COLUMN "analysis_salt" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "tips" ADD COLUMN "post_nonce" uuid;--> statement-breakpoint
ALTER TABLE "tips" ADD COLUMN "analysis_removed_by" text;--> statement-breakpoint
-- The digest that is hashed in place of a text (docs/decisions/056); `saltedHash` of the contract computes it, too.
CREATE FUNCTION text_digest(salt uuid, said text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  select encode(sha256(convert_to(salt::text || E'\n' || said, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- A post of before this migration with its text and nonce, which are in the row of its tip; no row once the text
-- was removed.
CREATE FUNCTION restored_post(entry audit) RETURNS SETOF audit
LANGUAGE sql STABLE
AS $$
  select restored.*
  from tips
  cross join lateral jsonb_populate_record(entry, jsonb_build_object(
    'after', entry.after || jsonb_build_object('analysis', tips.analysis), 'nonce', tips.post_nonce)) as restored
  where tips.id = substr(entry.subject, 5)::uuid and tips.post_nonce is not null
$$;
--> statement-breakpoint
-- The texts of an event as it was hashed: null where a removed text was part of it.
CREATE FUNCTION event_content(entry audit) RETURNS text
LANGUAGE sql STABLE
AS $$
  select case when entry.content_digest is null then audit_content(entry)
    else (select audit_content(post) from restored_post(entry) as post) end
$$;
--> statement-breakpoint
CREATE FUNCTION event_sealed(entry audit) RETURNS text
LANGUAGE sql STABLE
AS $$
  select case when entry.content_digest is null then audit_sealed(entry)
    else (select audit_sealed(post) from restored_post(entry) as post) end
$$;
--> statement-breakpoint
-- What the hash of an event is made of, whether its text is there or not.
CREATE FUNCTION event_digest(entry audit) RETURNS bytea
LANGUAGE sql STABLE
AS $$
  select coalesce(entry.content_digest, sha256(convert_to(audit_content(entry), 'UTF8')))
$$;
--> statement-breakpoint
-- Gives a row its place in its chain. A tip's events are in its tipster's chain, and whoever writes one
-- holds that member's row already; only what belongs to nothing locks anything for itself. A post holds the
-- digest of its tip's text, whichever version of the server writes it.
CREATE OR REPLACE FUNCTION chain_audit() RETURNS trigger
LANGUAGE plpgsql
AS $$
declare
  kind text := split_part(new.subject, ':', 1);
  named text := substr(new.subject, length(kind) + 2);
  tip record;
  last record;
begin
  new.chain := new.subject;
  new.content_digest := null;
  if kind = 'tip' then
    select owner_id, analysis, analysis_salt into strict tip from tips where id = named::uuid;
    new.chain := 'member:' || tip.owner_id;
    if new.action = 'tip.post' then
      new.after := (new.after - 'analysis') || case when tip.analysis = '' then '{}'::jsonb
        else jsonb_build_object('analysisDigest', text_digest(tip.analysis_salt, tip.analysis)) end;
    end if;
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
-- Posts whose content includes a text: the text stays in the row of the tip alone, and so does the nonce, without
-- which the digest of the content could be guessed from the rest of it once the text was removed.
UPDATE tips SET analysis_salt = gen_random_uuid(), post_nonce = post.nonce
FROM audit AS post
WHERE post.action = 'tip.post' AND post.subject = 'tip:' || tips.id
  AND tips.analysis <> '' AND tips.analysis = post.after ->> 'analysis';
--> statement-breakpoint
ALTER TABLE audit DISABLE TRIGGER audit_append_only;
--> statement-breakpoint
UPDATE audit AS post
SET content_digest = sha256(convert_to(audit_content(post), 'UTF8')), after = post.after - 'analysis',
  nonce = '00000000-0000-0000-0000-000000000000'
FROM tips
WHERE post.action = 'tip.post' AND post.subject = 'tip:' || tips.id AND tips.post_nonce = post.nonce;
--> statement-breakpoint
ALTER TABLE audit ENABLE TRIGGER audit_append_only;
--> statement-breakpoint
-- What those posts say beside their text, and a digest of it: provable for good, also when the text is removed.
INSERT INTO audit (at, actor_id, action, subject, after, own)
SELECT now(), post.actor_id, 'tip.restate', post.subject,
  post.after || jsonb_build_object(
    'analysisDigest', text_digest(tips.analysis_salt, tips.analysis),
    'post', jsonb_build_object('position', post.position, 'at', utc_text(post.at),
      'digest', encode(post.content_digest, 'hex'))),
  post.own
FROM audit AS post JOIN tips ON post.subject = 'tip:' || tips.id
WHERE post.content_digest IS NOT NULL
ORDER BY post.chain, post.position;
--> statement-breakpoint
-- Texts of members whose account was deleted are deleted with it.
INSERT INTO audit (at, actor_id, action, subject, after)
SELECT now(), tips.owner_id, 'tip.erase', 'tip:' || tips.id, '{"by": "tipster"}'
FROM tips JOIN members ON members.id = tips.owner_id
WHERE members.deleted_at IS NOT NULL AND tips.analysis <> ''
ORDER BY tips.owner_id, tips.id;
--> statement-breakpoint
UPDATE tips SET analysis = '', analysis_salt = NULL, post_nonce = NULL, analysis_removed_by = 'tipster',
  version = version + 1
FROM members
WHERE members.id = tips.owner_id AND members.deleted_at IS NOT NULL AND tips.analysis <> '';
--> statement-breakpoint
-- A stored answer takes the text from its tip.
UPDATE operations SET answer = answer - 'analysis' WHERE jsonb_typeof(answer) = 'object' AND answer ? 'analysis';
--> statement-breakpoint
CREATE OR REPLACE TRIGGER tips_wired BEFORE UPDATE ON tips FOR EACH ROW
WHEN (
  (old.created_at, old.analysis, old.analysis_removed_by, old.total_odds, old.confirmed_at IS NULL, old.outcome,
    old.legs_won, old.legs_lost)
  IS DISTINCT FROM (new.created_at, new.analysis, new.analysis_removed_by, new.total_odds,
    new.confirmed_at IS NULL, new.outcome, new.legs_won, new.legs_lost)
  AND new.wire IS NOT DISTINCT FROM old.wire
)
EXECUTE FUNCTION forget_wire();
