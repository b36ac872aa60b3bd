-- Expands
-- Who invited: an invitation ends with their right to invite. Nobody knows for earlier ones, which end at once.
ALTER TABLE "invitations" ADD COLUMN "invited_by" text;
