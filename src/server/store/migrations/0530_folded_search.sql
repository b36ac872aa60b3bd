-- Expands: the version before searches the same index, but finds words with accents only if it searches without them.
-- Folds as `foldText` of the code does. Text in ASCII takes the short way.
create function fold_text(words text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(words) = length(words) then return lower(words); end if;
  return normalize(
    replace(replace(replace(replace(
      translate(
        regexp_replace(
          lower(normalize(words, NFKD)),
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]+', '', 'g'
        ),
        'øđðłħıς', 'oddlhiσ'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC
  );
end
$$;
--> statement-breakpoint
-- Makes the words of a message from its folded text. Maintenance such as `vacuum` and `analyze` has a search path of its own, in which
-- `fold_text` is not found.
create or replace function message_words(words text) returns tsvector language plpgsql immutable parallel safe cost 10000 set search_path from current as $$
begin
  return to_tsvector('simple'::regconfig, regexp_replace(
    translate(
      fold_text(left(words, case when octet_length(left(words, 30000)) > 60000 then 10000 else 30000 end)),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g'
  ));
end
$$;
--> statement-breakpoint
-- Built anew instead of reindexed, which cannot run in the transaction that changed its function.
drop index messages_words;
--> statement-breakpoint
create index messages_words on messages using gin (message_words(text)) with (fastupdate = off);
--> statement-breakpoint
alter index messages_words alter column 1 set statistics 0;
