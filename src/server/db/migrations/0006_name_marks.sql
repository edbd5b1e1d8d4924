ALTER TABLE "members" ADD COLUMN "name_outline" text GENERATED ALWAYS AS (replace(replace(translate(search_name, 'ɑαаᗅᴀꓮꭺ4@🅐🅰🇦ƀƃƅɓʙβбвьѣҍᏼᖯᗷꓐꞵꮟ8🅑🅱🇧ȼσсҫᴄⲥꓚꮯ𐐽🅒🅲🇨ƌɖɗԁᑯᗞᗪᴅꓒꓓꭰꮷ🅓🅳🇩ɇεеҽҿᴇⴹꓰꬲꭼ3🅔🅴🇪ƒϝքᖴᵮẝꓝꜰꞙꬵ🅕🅵🇫ƍǥɠɡɢԍցᏻᶃꓖꮐ9🅖🅶🇬ɦʜηнћңһӈӊհᏺᕼⱨⲏꓧꚕꮋꮒ🅗🅷🇭ƚǀɨɩɪɫɭʟιіӏߊᒪᛁᵻᵼⲓⳑⵏꓡꓲꙇꭵꮮ𐑃1l!|🅘🅸🇮ɉʝϳјᒍᴊꓙꭻ🅙🅹🇯ƙκкқҟᛕᴋⱪⲕꓗꝁꮶ🅚🅺🇰🅛🅻🇱μϻмӎᗰᛖᴍⲙꓟꮇ🅜🅼🇲ƞɲɳɴνոռᵰⲛꓠ🅝🅽🇳ɵθοоѳөօଠဝჿዐᴏᴑⲟⴱⵁⵔꓳꝋꬽꬾꭴꮎꮻ𐐬𐓪0🅞🅾🇴ƥρрᑭᴘᵽⲣꓑꮲ🅟🅿🇵ʠԛգզⵕꞯ🅠🆀🇶ɍɼɽʀгғᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐓜🅡🆁🇷ƽʂѕտᵴꓢꜱꮥꮪ𐑈5$🅢🆂🇸ŧƭʈτтҭᴛᵵⱦⲧꓔꭲ7🅣🆃🇹ʉʋսሀᑌᴜᵾꓴꞟꭎꭒꮜ𐓶🅤🆄🇺ѵᐯᴠⴸꓦꛟꮩ🅥🆅🇻ɯѡѽԝաᴡꓪꝡꮃꮤ🅦🆆🇼χхҳᕁᕽᚷⲭⵝꓫꭓ🅧🆇🇽ƴɏɣʏγυуүұყᶌỿⲩꓬꭚꭹꮍ🅨🆈🇾ƶȥʐζᴢᵶꓜꮓ🅩🆉🇿 ''"-‐–—._,;:·•ʻʼ/()&+*?', 'aaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbccccccccccccdddddddddddddddeeeeeeeeeeeeeefffffffffffffggggggggggggggghhhhhhhhhhhhhhhhhhhhhiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiijjjjjjjjjjjkkkkkkkkkkkkkkkiiimmmmmmmmmmmmmnnnnnnnnnnnnnooooooooooooooooooooooooooooooppppppppppppqqqqqqqqqrrrrrrrrrrrrrrrrrrrrsssssssssssssssttttttttttttttttuuuuuuuuuuuuuuuuvvvvvvvvvvwwwwwwwwwwwwwxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzz'), 'rn', 'm'), 'vv', 'w')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "name_mark" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "members_name_outline" ON "members" USING btree ("name_outline");
--> statement-breakpoint
-- A mark that no other member of this outline has: consonants and figures by turns, drawn from the id, so
-- that a member has one mark under every name, and as many of them as it takes. It begins with a letter, since a
-- figure beside an Arabic name would be set among the name's letters.
CREATE FUNCTION free_name_mark(member uuid, outline text) RETURNS text
LANGUAGE plpgsql
AS $$
declare
  drawn bytea := decode(md5(member::text), 'hex');
  mark text := '#';
begin
  for place in 0..15 loop
    mark := mark || case when place % 2 = 1 then (get_byte(drawn, place) % 10)::text
      else substr('BCDFGHJKLMNPQRSTVWXZ', get_byte(drawn, place) % 20 + 1, 1) end;
    exit when place >= 2 and not exists (select from members where name_outline = outline
      and email_verified_at is not null and name_mark = mark and id <> member);
  end loop;
  return mark;
end
$$;
--> statement-breakpoint
-- Marks whoever takes a name that an earlier member has. Members of one outline wait for each other.
CREATE FUNCTION mark_name() RETURNS trigger
LANGUAGE plpgsql
AS $$
declare
  mark text := '';
begin
  if new.email_verified_at is not null and new.name_outline <> '' then
    if old.email_verified_at is not null and old.name_outline = new.name_outline then
      return null;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('name ' || new.name_outline, 0));
    if exists (select from members where name_outline = new.name_outline
        and email_verified_at is not null and id <> new.id) then
      mark := free_name_mark(new.id, new.name_outline);
    end if;
  end if;
  if new.name_mark <> mark then
    update members set name_mark = mark where id = new.id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER mark_name AFTER UPDATE OF search_name, email_verified_at ON members
FOR EACH ROW EXECUTE FUNCTION mark_name();
--> statement-breakpoint
-- Of those who share a name already, the first tipster keeps it plain.
DO $$
declare
  later record;
begin
  for later in
    select id, name_outline from (
      select id, name_outline, row_number() over (
        partition by name_outline order by is_tipster desc, created_at, id) as place
      from members where email_verified_at is not null and name_outline <> '') as named
    where place > 1
  loop
    update members set name_mark = free_name_mark(later.id, later.name_outline) where id = later.id;
  end loop;
end
$$;
