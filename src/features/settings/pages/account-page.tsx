import { withBase } from '#lib/base-path.ts'
import FileText from 'lucide-react/icons/file-text'
import { appBuild, appVersion } from '#lib/app-version.ts'
import { t } from '#languages/settings.ts'
import { AccessPart } from '../access/access-part.tsx'
import { AppearancePart } from '../appearance/appearance-part.tsx'
import { ChatBrowserPart } from '../appearance/chat-browser-part.tsx'
import { OfflinePart } from '../appearance/offline-part.tsx'
import { VoicePart } from '../appearance/voice-part.tsx'
import { SettingsPart } from '../layout/part.tsx'

export const AccountPage = () => (
  <>
    <AppearancePart />
    <ChatBrowserPart />
    <VoicePart />
    <OfflinePart />
    <AccessPart />
    <About />
  </>
)

const About = () => (
  <SettingsPart
    id="about"
    title={t('About')}
    about={t(
      'Version {appVersion}{isUnbuilt, select, true {} other { (build {appBuild})}}. Bozzetto is free software under the MIT license, and contains software of others.',
      { appVersion, appBuild, isUnbuilt: appBuild === '' },
    )}
    action={
      <a
        href={withBase('/third-party-notices.txt')}
        target="_blank"
        rel="noreferrer"
        className="inline-flex not-coarse:min-h-6 items-center gap-2 rounded-md font-medium text-accent touch-target hover:text-accent-strong"
      >
        <FileText aria-hidden className="size-4" />
        {t('Third-party licenses')}
      </a>
    }
  />
)
