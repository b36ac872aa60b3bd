-- Expands: finds what was made from a model.
create index assets_source on assets ((recipe -> 'source' ->> 'assetId'));
