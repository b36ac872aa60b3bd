import { withBase } from '#lib/base-path.ts'
import BookOpen from 'lucide-react/icons/book-open'
import Download from 'lucide-react/icons/download'
import { Link } from 'wouter'
import { LinkButton } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from './layout/card-class.ts'
import { CopyTextField } from './layout/copy-field.tsx'
import { SettingsPart } from './layout/part.tsx'

const addresses = [
  {
    name: t('Chat'),
    about: t('For any OpenAI-compatible client.'),
    path: '/llm/v1',
  },
  {
    name: t('3D models'),
    about: t('Create a task, follow its progress, download the file.'),
    path: '/model',
  },
]

export const Addresses = () => (
  <SettingsPart
    id="base-urls"
    title={t('Base URLs')}
    about={t('Use these with an API key.')}
    action={
      <Link
        href="/docs/api"
        className="inline-flex not-coarse:min-h-6 items-center gap-2 rounded-md font-medium text-accent touch-target hover:text-accent-strong"
      >
        <BookOpen aria-hidden className="size-4" />
        {t('API reference')}
      </Link>
    }
  >
    <ul aria-label={t('Base URLs')} className={cardClass}>
      {addresses.map(({ name, about, path }) => (
        <li key={path} className="flex flex-wrap items-center gap-3 px-4 py-3.5">
          <div className="w-56">
            <h3 className="font-medium">{name}</h3>
            <p className="text-xs text-pretty text-ink-muted">{about}</p>
          </div>
          <div className="min-w-0 flex-1 basis-64">
            <CopyTextField
              label={t('Base URL for {name}', { name })}
              text={location.origin + withBase(path)}
            />
          </div>
        </li>
      ))}
      <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">{t('Blender')}</h3>
          <p className="text-xs text-pretty text-ink-muted">
            {t(
              'An add-on that imports models of the library and sends them back. Needs a key with access to files.',
            )}
          </p>
        </div>
        <LinkButton href="/bozzetto_blender.py" download icon={<Download aria-hidden />}>
          {t('Add-on')}
        </LinkButton>
      </li>
    </ul>
  </SettingsPart>
)
