import { useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ownVoice, voiceSetting } from '#lib/browser/voice-settings.ts'
import { createSpeaker } from '#queries/voice/speaker.ts'
import { useVoiceNames, useVoiceServices } from '#queries/voice/voice-services.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Suggestions } from '#ui/fields/suggestions.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

type Task = 'transcription' | 'speech'

export function VoicePart() {
  const [settings, setSettings] = useBrowserSetting(voiceSetting)
  const { data: services = [] } = useVoiceServices()
  const change = (next: Partial<typeof settings>) => setSettings({ ...settings, ...next })
  const options = (task: Task) => [
    { value: '', label: t('Automatic'), hint: t('A service of yours, else this browser') },
    ...services.flatMap((service) =>
      service[task].map((model) => ({
        value: `${service.id}/${model}`,
        label: model,
        group: service.name,
      })),
    ),
    { value: ownVoice, label: t('This browser'), hint: t('May send the sound to its maker') },
  ]
  const [connection = ''] = settings.speech === ownVoice ? [] : settings.speech.split('/', 1)
  return (
    <SettingsPart
      id="voice"
      title={t('Voice // dictation and reading aloud')}
      about={t(
        'Dictation and reading aloud in this browser. A connected service with such models is used first.',
      )}
    >
      <div className={cardClass}>
        <div className="grid gap-4 px-4 py-3 sm:grid-cols-2">
          <FormField label={t('Dictation')}>
            <Select
              value={settings.transcription}
              options={options('transcription')}
              onValueChange={(transcription) => change({ transcription })}
            />
          </FormField>
          <FormField label={t('Reading aloud')}>
            <Select
              value={settings.speech}
              options={options('speech')}
              onValueChange={(speech) => change({ speech, voice: '' })}
            />
          </FormField>
          <VoiceField
            connection={connection}
            voice={settings.voice}
            onVoice={(voice) => change({ voice })}
          />
          <div className="self-end">
            <TryButton />
          </div>
        </div>
        <div className="px-4 py-3">
          <Switch
            label={t('Read new answers aloud')}
            hint={t('Sentence by sentence, while they are being written.')}
            checked={settings.readsNewAnswers}
            onCheckedChange={(readsNewAnswers) => change({ readsNewAnswers })}
          />
        </div>
      </div>
    </SettingsPart>
  )
}

type VoiceFieldProps = { connection: string; voice: string; onVoice: (voice: string) => void }

function VoiceField({ connection, voice, onVoice }: VoiceFieldProps) {
  const list = useId()
  const { data: names = [] } = useVoiceNames(connection)
  return (
    <FormField label={t('Voice')}>
      <TextField
        value={voice}
        list={list}
        placeholder={connection === '' ? t('Choose a model first') : t('The first one')}
        disabled={connection === ''}
        onChange={({ target }) => onVoice(target.value.trim())}
      />
      <Suggestions id={list} names={names} />
    </FormField>
  )
}

function TryButton() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const hear = async () => {
    setIsBusy(true)
    const speaker = createSpeaker(client)
    speaker.add(t('This is how answers will sound.'))
    await speaker.finish().catch(reportFailure(t('Could not play the voice.')))
    setIsBusy(false)
  }
  return (
    <Button isLoading={isBusy} onClick={() => void hear()}>
      {t('Hear it')}
    </Button>
  )
}
