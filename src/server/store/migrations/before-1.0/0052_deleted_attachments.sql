-- A row with neither is a picture or document that was deleted.
ALTER TABLE "message_attachments" DROP CONSTRAINT "message_attachments_check";
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_one" CHECK (num_nonnulls("file_id", "document_id") <= 1);
