import Download from 'lucide-react/icons/download'
import { downloadAsOwner } from '#api/access/access.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'
import { SettingsPart } from '../layout/part.tsx'

export const OwnDataPart = () => (
  <SettingsPart
    id="your-data"
    title={t('Your data')}
    about={t(
      'One ZIP file of everything that is yours: chats, pictures, documents, models with their recipes, memories, assistants and usage. Chats and the library can import it. Keys and the trash are left out.',
    )}
    action={
      <Button
        icon={<Download aria-hidden />}
        onClick={() => void downloadAsOwner(ownDataUrl).catch(tellNotExported)}
      >
        {t('Download everything')}
      </Button>
    }
  />
)

const tellNotExported = reportFailure(t('Nothing was exported'))

const ownDataUrl = '/api/own-data'
