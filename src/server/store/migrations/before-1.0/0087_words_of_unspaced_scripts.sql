-- Expands
-- Of a new message in a script without spaces each letter is a word, and 30,000 of them hold up the whole
-- server for as long as 100,000 letters in words: there the words of the first 10,000 are found.
create or replace function find_words() returns trigger language plpgsql as $$
begin
  new.search := to_tsvector('simple', regexp_replace(
    translate(
      left(new.text, case when octet_length(left(new.text, 30000)) > 60000 then 10000 else 30000 end),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g'
  ));
  return new;
end
$$;
