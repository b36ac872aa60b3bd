-- The words of each message. Punctuation only ever parts words: without this, the parser takes
-- `run.client` for the name of a computer and finds it by nothing less. Letters of scripts that write
-- without spaces stand alone, so that a word of several is found as a phrase. A tsvector holds 1 MB at
-- most: of a longer message only the beginning is searched.
alter table messages add column search tsvector generated always as (
  to_tsvector('simple', regexp_replace(
    translate(left(text, 100000), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g'
  ))
) stored;
create index messages_search on messages using gin (search) with (fastupdate = off);
