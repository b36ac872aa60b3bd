export function assessLicence(shipped: {
  name: string
  license?: string | undefined
}): { licence: string; replacement?: string } | { problem: string }
