-- Expands: the index of a document that was handed over gets the document's owner.
update document_indexes set owner_id = documents.owner_id
from documents
where documents.id = document_id and document_indexes.owner_id <> documents.owner_id;

update document_terms set owner_id = documents.owner_id
from documents
where documents.id = document_id and document_terms.owner_id <> documents.owner_id;
