export function renderNotices(): string
