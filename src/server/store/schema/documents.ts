import { pgTable, text, primaryKey, integer, boolean, unique } from 'drizzle-orm/pg-core'
import { ownerColumn, moment, jsonb, bytes } from '../columns.ts'

export const folders = pgTable('folders', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  name: text().notNull(),
  /** Text at the start of the system prompt of all chats in the folder. */
  instructions: text(),
  /** `hashText` of the instructions that the owner wrote or accepted. */
  instructionsHash: text('instructions_hash'),
  /**
   * Model whose embeddings find passages of the folder's documents. Null: full-text search only.
   */
  embeddingModel: text('embedding_model'),
  /** Model that sorts the found passages. Null: the order of the search. */
  rerankModel: text('rerank_model'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const documents = pgTable(
  'documents',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    sha256: text().notNull(),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Length of the text in UTF-16 units. */
    textLength: integer('text_length').notNull(),
    pages: integer(),
    isCut: boolean('is_cut').notNull(),
    /** Positions in the text at which the pages of a PDF file begin, in UTF-16 units. */
    pageStarts: jsonb('page_starts').$type<number[]>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Encoding of plain text. Null for other formats. */
    encoding: text(),
    warnings: jsonb().$type<string[]>(),
    /** Key of the stored file. Null for plain text, and for documents of earlier versions. */
    blobKey: text('blob_key'),
    readerVersion: integer('reader_version').notNull().default(0),
  },
  (table) => [unique().on(table.ownerId, table.sha256)],
)

/** Texts of documents, in pieces, so that a long text does not block other requests. */
export const documentTexts = pgTable(
  'document_texts',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    text: text().notNull(),
    /** Piece of the bytes from which the text was decoded, if the encoding may be wrong. */
    source: bytes(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.position] })],
)

export const folderDocuments = pgTable(
  'folder_documents',
  {
    ownerId: ownerColumn(),
    folderId: text('folder_id')
      .notNull()
      .references(() => folders.id, { onDelete: 'cascade' }),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.folderId, table.documentId] })],
)

export const documentPassages = pgTable(
  'document_passages',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Position in the document's text, in UTF-16 units. */
    start: integer().notNull(),
    text: text().notNull(),
    /** Page number from 1. Null if the document has no pages. */
    page: integer(),
    heading: text(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.position] })],
)

/**
 * State of the search index of a document in a folder. The state is written after all terms, and
 * must be deleted together with the passages.
 */
export const documentIndexes = pgTable('document_indexes', {
  ownerId: ownerColumn(),
  documentId: text('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  buckets: integer().notNull(),
  lengths: jsonb().$type<number[]>().notNull(),
})

/** Passages that contain each term, in JSON. The bucket is a hash of the term. */
export const documentTerms = pgTable(
  'document_terms',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    bucket: integer().notNull(),
    postings: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.bucket] })],
)

export const passageVectors = pgTable(
  'passage_vectors',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    model: text().notNull(),
    position: integer().notNull(),
    /** Null if the passage was sent to the service, but no vector is stored. */
    vector: bytes(),
    sentAt: moment('sent_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.model, table.position] })],
)
