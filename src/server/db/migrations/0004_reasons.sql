ALTER TABLE "legs" ADD COLUMN "fact" jsonb;
--> statement-breakpoint
-- A search reads spaces as a device does, so the names are worked out again.
ALTER TABLE "members" DROP COLUMN "search_name";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION folded(given text) RETURNS text
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
  select btrim(regexp_replace(replace(replace(replace(
    translate(translate(translate(letters,
      U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\0E50\0E51\0E52\0E53\0E54\0E55\0E56\0E57\0E58\0E59',
      '0123456789012345678901234567890123456789'),
      U&'\05DA\05DD\05DF\05E3\05E5\05F3\05F4', U&'\05DB\05DE\05E0\05E4\05E6''"'),
      'ðđħłøςґ‘’‚‛“”„‟', 'ddhloσг''''''''""""'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\t\n\v\f\r \u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ')
  from bare
$$;
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "search_name" text GENERATED ALWAYS AS (folded(coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name))) STORED NOT NULL;
