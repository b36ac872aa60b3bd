import type { ProviderProblem } from '#contract/models.ts'
import { useProblemsFor } from '#queries/model-problems.ts'
import { formatProblem, useProviderName } from '#queries/provider-name.ts'

export function ModelProblems({ problems }: { problems: readonly ProviderProblem[] }) {
  const nameOfProvider = useProviderName()
  return useProblemsFor('chat', problems).map(({ provider, message }) => (
    <p key={provider} className="mb-3 max-w-[60ch] text-sm text-warning">
      {formatProblem(nameOfProvider(provider), message)}
    </p>
  ))
}
