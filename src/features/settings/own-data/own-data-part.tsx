import { Download } from 'lucide-react'
import { downloadAsOwner } from '#api/access/access.ts'
import { explain } from '#api/http/errors.ts'
import { ownDataUrl } from '#api/own-data.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Part } from '../layout/part.tsx'

/** Everything of one's own, to take along. */
export const OwnDataPart = () => (
  <Part
    title="Your data"
    about="One ZIP file of everything that is yours: chats, pictures, documents, models with their recipes, memories, presets and usage. Chats and the library can import it. Keys and the trash are left out."
    action={
      <Button
        icon={<Download aria-hidden />}
        onClick={() => void downloadAsOwner(ownDataUrl).catch(tellNotExported)}
      >
        Download everything
      </Button>
    }
  />
)

const tellNotExported = (error: Error) =>
  showToast({ title: 'Nothing was exported', detail: explain(error), kind: 'error' })
