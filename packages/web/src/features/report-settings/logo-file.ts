import { BRANDING } from '@tenantscope/contract/limits'

/** A picture of this computer, as it is sent. */
export interface LogoFile {
  readonly name: string
  readonly mediaType: 'image/png' | 'image/svg+xml'
  readonly base64: string
}

const TYPES = ['image/png', 'image/svg+xml'] as const
export const LOGO_FILE_TYPES = '.png,.svg,image/png,image/svg+xml'

/** Reads a chosen picture, or says why it cannot be used. The server draws it anew and looks closer. */
export async function readLogoFile(file: File): Promise<{ file: LogoFile } | { problem: string }> {
  const mediaType = TYPES.find((type) => type === file.type)
  if (mediaType === undefined) return { problem: `${file.name} is neither a PNG nor an SVG file.` }
  if (file.size > BRANDING.logoBytes)
    return { problem: `${file.name} is larger than ${BRANDING.logoBytes / 1_024} kB.` }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { file: { name: file.name, mediaType, base64: base64Of(bytes) } }
}

/** The picture as an address that a page can show: nothing in it can run there. */
export const addressOfLogo = ({ mediaType, base64 }: LogoFile): string =>
  `data:${mediaType};base64,${base64}`

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
