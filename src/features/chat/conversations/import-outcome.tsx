import Download from 'lucide-react/icons/download'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Button } from '#ui/actions/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { t } from '#languages/app.ts'
import {
  describeImport,
  formatReport,
  groupProblems,
  type KeptReport,
  type ProblemGroup,
} from './import-report.ts'

type ImportOutcomeProps = { report: KeptReport; onOpen: (conversationId: string) => void }

export function ImportOutcome({ report, onOpen }: ImportOutcomeProps) {
  const { withoutPermissions = 0, prompts = 0, problems, moreProblems = 0 } = report.answer
  const groups = groupProblems(problems)
  return (
    <div className="flex flex-col gap-2">
      <output className="flex flex-col gap-1">
        <p className="font-medium">{describeImport(report.answer)}</p>
        {withoutPermissions > 0 && (
          <p>
            {t(
              'The tools, permissions and limits of {withoutPermissions, plural, one {# chat} other {# chats}} were not imported. Choose them in Chat settings where you want them.',
              { withoutPermissions },
            )}
          </p>
        )}
        {prompts > 0 && (
          <p>
            {t(
              '{prompts, plural, one {# set} other {# sets}} of instructions came with the file. Each is shown in its chat or folder, and is not used until you accept it.',
              { prompts },
            )}
          </p>
        )}
      </output>
      {groups.length > 0 && (
        <section aria-labelledby="import-report" className="flex flex-col gap-2">
          <div className="flex items-center gap-2">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
            <h3 id="import-report" className="flex-1 font-medium">
              {t('Not imported')}
            </h3>
            <Button size="sm" icon={<Download aria-hidden />} onClick={() => saveReport(report)}>
              {t('Save report')}
            </Button>
          </div>
          <ul
            aria-label={t('Parts that were not imported')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
            tabIndex={0}
            className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line"
          >
            {groups.map((group) => (
              <Group key={group.conversationId ?? group.title} group={group} onOpen={onOpen} />
            ))}
            {moreProblems > 0 && (
              <li className="px-3 py-2 text-ink-muted">
                {t(
                  'And {moreProblems, plural, one {# further problem} other {# further problems}}.',
                  { moreProblems },
                )}
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  )
}

function Group({
  group: { title, conversationId, messages },
  onOpen,
}: {
  group: ProblemGroup
  onOpen: (conversationId: string) => void
}) {
  return (
    <li className="px-3 py-2">
      {conversationId === undefined ? (
        <p className="font-medium wrap-anywhere">{title}</p>
      ) : (
        <button
          type="button"
          onClick={() => onOpen(conversationId)}
          className="text-start font-medium wrap-anywhere text-accent-strong underline-offset-2 hover:underline coarse:min-h-11"
        >
          <bdi>{title}</bdi>
        </button>
      )}
      {messages.map((message) => (
        <p key={message} className="text-xs text-pretty wrap-anywhere text-ink-muted">
          {message}
        </p>
      ))}
    </li>
  )
}

const saveReport = (report: KeptReport): void =>
  saveFile(new Blob([formatReport(report)], { type: 'text/plain' }), 'import-report.txt')
