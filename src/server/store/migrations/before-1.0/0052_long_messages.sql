-- What is long is stored as it is. To pack 4 MB of text takes four times as long as to write it, and
-- the whole server waits meanwhile.
alter table messages alter column text set storage external;
alter table messages alter column reasoning set storage external;
alter table tool_calls alter column arguments set storage external;
alter table tool_calls alter column result set storage external;
alter table documents alter column text set storage external;

-- For the same reason the words of a new message are found in its first 30,000 characters, no more in
-- 100,000. A generated column cannot be told otherwise without making every row anew; so what it holds
-- stays, and a trigger goes on with it.
alter table messages alter column search drop expression;
create function find_words() returns trigger language plpgsql as $$
begin
  new.search := to_tsvector('simple', regexp_replace(
    translate(left(new.text, 30000), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g'
  ));
  return new;
end
$$;
create trigger messages_words before insert or update of text on messages
  for each row execute function find_words();
