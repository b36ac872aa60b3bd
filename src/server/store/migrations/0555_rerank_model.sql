-- Expands
alter table folders add column rerank_model text;
