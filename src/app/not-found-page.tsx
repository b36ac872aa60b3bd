import Compass from 'lucide-react/icons/compass'
import { LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { t } from '#languages/app.ts'

export const NotFoundPage = () => (
  <div className="sheet grid h-full place-items-center overflow-auto">
    <EmptyState
      icon={<Compass />}
      title={t('Page not found')}
      heading="h1"
      action={
        <LinkButton href="/" variant="primary">
          {t('Go to the studio')}
        </LinkButton>
      }
    >
      {t('It may have been deleted, or the address is incomplete.')}
    </EmptyState>
  </div>
)
