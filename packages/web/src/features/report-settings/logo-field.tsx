import { Button, Field, makeStyles, tokens } from '@fluentui/react-components'
import { BRANDING } from '@tenantscope/contract/limits'
import { useRef, useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { LOGO_FILE_TYPES, readLogoFile } from './logo-file.ts'
import type { LogoFile } from './logo-file.ts'

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
  buttons: { display: 'flex', gap: '8px' },
})

interface LogoFieldProps {
  /** An address to show; null: there is none. */
  shown: string | null
  problem: string | undefined
  isDisabled: boolean
  onChange: (logo: LogoFile | null) => void
}

/** The MSP's picture: shown on white, as on paper, chosen from a file, or taken away. */
export function LogoField({ shown, problem, isDisabled, onChange }: LogoFieldProps) {
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
      hint={`PNG, or SVG whose text was converted to paths, up to ${BRANDING.logoBytes / 1_024} kB. Wide pictures with a transparent background look best.`}
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
          <div className={styles.buttons}>
            <Button
              name="logo"
              aria-describedby={describedBy}
              disabled={isDisabled}
              onClick={() => input.current?.click()}
            >
              {shown === null ? 'Choose logo' : 'Replace logo'}
            </Button>
            {shown !== null && (
              <Button
                appearance="subtle"
                disabled={isDisabled}
                onClick={() => {
                  setRefusal(undefined)
                  onChange(null)
                }}
              >
                Remove logo
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
