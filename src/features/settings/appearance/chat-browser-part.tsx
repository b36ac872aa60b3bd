import { useState } from 'react'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { openPreviewsSetting } from '#lib/browser/open-previews.ts'
import { explainError } from '#lib/explain.ts'
import { sendKeySetting } from '#lib/browser/send-key.ts'
import { canPush, turnOffNotices, turnOnNotices } from '#queries/push-notices.ts'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

const sendKeys = [
  { value: 'enter' as const, label: t('Enter') },
  { value: 'ctrl-enter' as const, label: t('Ctrl+Enter') },
]

export function ChatBrowserPart() {
  const [sendKey, setSendKey] = useBrowserSetting(sendKeySetting)
  return (
    <SettingsPart
      id="chat-in-this-browser"
      title={t('Chat in this browser')}
      about={t('These apply to this browser only.')}
    >
      <div className={cardClass}>
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <p className="min-w-0 flex-1 basis-60">
            <span className="font-medium">{t('Send messages with')}</span>
            <span className="block text-xs text-ink-muted">
              {t('On touch screens, Enter makes a new line and the button sends.')}
            </span>
          </p>
          <SegmentedControl
            label={t('Send messages with')}
            value={sendKey}
            onValueChange={setSendKey}
            options={sendKeys}
          />
        </div>
        <PreviewsRow />
        <NoticesRow />
      </div>
    </SettingsPart>
  )
}

function PreviewsRow() {
  const [isOn, setIsOn] = useBrowserSetting(openPreviewsSetting)
  return (
    <div className="px-4 py-3">
      <Switch
        label={t('Open previews automatically')}
        hint={t(
          'Pages, pictures, components and models in an answer open beside the chat on wide screens.',
        )}
        checked={isOn}
        onCheckedChange={setIsOn}
      />
    </div>
  )
}

function NoticesRow() {
  const [isOn] = useBrowserSetting(noticesSetting)
  const [problem, setProblem] = useState<string>()
  const turn = async (wanted: boolean) => {
    setProblem(undefined)
    const change = wanted ? turnOnNotices : turnOffNotices
    await change().catch((error: unknown) => setProblem(explainError(error)))
  }
  return (
    <div className="px-4 py-3">
      <Switch
        label={t('Notify me when an answer or a 3D model is ready')}
        hint={
          canPush()
            ? t(
                'While no page of Bozzetto is visible, also if all are closed. A notice contains no text of the answer.',
              )
            : t('Only while this page is in the background.')
        }
        checked={isOn}
        onCheckedChange={(wanted) => void turn(wanted)}
      />
      {problem !== undefined && (
        <p role="alert" className="pt-1.5 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
