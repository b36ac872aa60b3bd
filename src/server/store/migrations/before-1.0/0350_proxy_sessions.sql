-- Expands: earlier versions go by the cookie alone.
-- Whom the proxy named when it was opened; the session holds as long as it names the same.
alter table sessions add column proxy_subject text;
