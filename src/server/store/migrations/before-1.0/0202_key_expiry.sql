-- Expands: earlier versions let a key in that has expired.
alter table api_keys add column expires_at timestamptz;
