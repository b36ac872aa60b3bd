type Report = (problem: { node: unknown; message: string }) => void

export const rawValues: {
  create: (context: { report: Report }) => {
    Literal: (node: { value: unknown }) => void
    TemplateElement: (node: { value: { raw: string } }) => void
  }
}
