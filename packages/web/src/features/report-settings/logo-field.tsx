import { Button, Field, makeStyles, tokens } from '@fluentui/react-components'
import { BRANDING } from '@tenantscope/contract/limits'
import { useRef, useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { Stack } from '../../ui/stack.tsx'

const useStyles = makeStyles({
  whole: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    paddingBottom: '4px',
  },
  // Reports are printed on white.
  paper: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '180px',
    height: '60px',
    padding: '8px',
    boxSizing: 'border-box',
    backgroundColor: '#ffffff',
    color: '#57606a',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  picture: { maxWidth: '100%', maxHeight: '100%' },
})

interface LogoFieldProps {
  /** An address to show; null: there is none. */
  shown: string | null
  problem: string | undefined
  onChange: (logo: LogoFile | null) => void
}

/** The MSP's picture: shown on white, as on paper, chosen from a file, or taken away. */
export function LogoField({ shown, problem, onChange }: LogoFieldProps) {
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const read = await readLogoFile(file)
    setRefusal('problem' in read ? read.problem : undefined)
    if ('file' in read) onChange(read.file)
  }
  return (
    <Field
      label="Logo"
      hint={`PNG, or SVG whose text was converted to paths, up to ${BRANDING.logoBytes / 1_024} kB. Wide images with a transparent background are recommended.`}
      {...fieldProblem(refusal ?? problem)}
    >
      {({ id, 'aria-describedby': describedBy }) => (
        <div className={styles.whole}>
          <div className={styles.paper}>
            {shown === null ? 'No logo' : <img className={styles.picture} src={shown} alt="Logo" />}
          </div>
          <input
            ref={input}
            id={id}
            type="file"
            hidden
            accept={LOGO_FILE_TYPES}
            onChange={({ target }) => {
              void choose(target.files?.[0])
              // The same file may be chosen again after it was put right.
              target.value = ''
            }}
          />
          <Stack row gap={8}>
            <Button
              name="logo"
              aria-describedby={describedBy}
              onClick={() => input.current?.click()}
            >
              {shown === null ? 'Choose logo' : 'Replace logo'}
            </Button>
            {shown !== null && (
              <Button
                appearance="subtle"
                onClick={() => {
                  setRefusal(undefined)
                  onChange(null)
                }}
              >
                Remove logo
              </Button>
            )}
          </Stack>
        </div>
      )}
    </Field>
  )
}

/** A picture file as it is sent. */
export interface LogoFile {
  readonly name: string
  readonly mediaType: 'image/png' | 'image/svg+xml'
  readonly base64: string
}

const TYPES = ['image/png', 'image/svg+xml'] as const
const LOGO_FILE_TYPES = '.png,.svg,image/png,image/svg+xml'

/** Reads a picture file, or returns why it cannot be used. The server draws it again and checks more. */
async function readLogoFile(file: File): Promise<{ file: LogoFile } | { problem: string }> {
  const mediaType = TYPES.find((type) => type === file.type)
  if (mediaType === undefined) return { problem: `${file.name} is neither a PNG nor an SVG file.` }
  if (file.size > BRANDING.logoBytes)
    return { problem: `${file.name} is larger than ${BRANDING.logoBytes / 1_024} kB.` }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { file: { name: file.name, mediaType, base64: base64Of(bytes) } }
}

/** Returns the picture as an address for an image element, where no script in it can run. */
export const addressOfLogo = ({ mediaType, base64 }: LogoFile): string =>
  `data:${mediaType};base64,${base64}`

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
