-- Versions before `document_terms` search this column, so they cannot run on the new tables.
alter table document_passages drop column words;
--> statement-breakpoint
drop function passage_words(text);
