import { Button, Field, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import { DocumentKey20Regular } from '@fluentui/react-icons/svg/document-key'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { useRef, useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { CertificateFacts } from './certificate-facts.tsx'
import { CREDENTIAL_FILE_TYPES, partsIn, readCredentialFile } from './credential-files.ts'
import type { CredentialFile } from './credential-files.ts'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '12px' },
  choice: { display: 'flex', flexDirection: 'column', alignItems: 'start', gap: '8px' },
  files: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: 0,
    padding: 0,
    width: '100%',
  },
  file: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    padding: '4px 4px 4px 12px',
    listStyleType: 'none',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  parts: {
    ...typographyStyles.caption1,
    marginInlineStart: 'auto',
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
  },
})

interface CertificateFieldProps {
  files: readonly CredentialFile[]
  certificate: AzureConfig['certificate']
  keepsStored: boolean
  problem: string | undefined
  isDisabled: boolean
  onChange: (files: readonly CredentialFile[]) => void
}

/** Certificate and key from files of this computer; what is stored is told, never shown. */
export function CertificateField(props: CertificateFieldProps) {
  const { files, certificate, keepsStored, problem, isDisabled, onChange } = props
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()

  const add = async (chosen: readonly File[]) => {
    const read = await Promise.all(chosen.map(readCredentialFile))
    setRefusal(
      read.flatMap((each) => ('problem' in each ? [each.problem] : [])).join(' ') || undefined,
    )
    const added = read.flatMap((each) => ('file' in each ? [each.file] : []))
    const names = added.map(({ name }) => name)
    if (added.length > 0) onChange([...files.filter(({ name }) => !names.includes(name)), ...added])
  }

  return (
    <div className={styles.whole}>
      {keepsStored && certificate !== null && <CertificateFacts certificate={certificate} />}
      <Field
        label="Certificate"
        hint={
          keepsStored
            ? 'Choose files only to replace the stored one.'
            : 'Certificate and private key in PEM (.pem, .crt, .cer, .key), in one file or two. The key is stored sealed and never shown again.'
        }
        {...fieldProblem(refusal ?? problem)}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <div className={styles.choice}>
            <input
              ref={input}
              id={id}
              type="file"
              hidden
              multiple
              accept={CREDENTIAL_FILE_TYPES}
              onChange={({ target }) => {
                void add([...(target.files ?? [])])
                // The same file may be chosen again after it was put right.
                target.value = ''
              }}
            />
            <Button
              name="certificatePem"
              aria-describedby={describedBy}
              icon={<DocumentKey20Regular />}
              disabled={isDisabled}
              onClick={() => input.current?.click()}
            >
              Choose files
            </Button>
            {files.length > 0 && (
              <ul className={styles.files} aria-label="Chosen files">
                {files.map((file) => (
                  <li key={file.name} className={styles.file}>
                    <ForeignText>{file.name}</ForeignText>
                    <span className={styles.parts}>{partsIn(file)}</span>
                    <Button
                      appearance="subtle"
                      size="small"
                      icon={<Dismiss16Regular />}
                      aria-label={`Remove ${file.name}`}
                      disabled={isDisabled}
                      onClick={() => onChange(files.filter((other) => other !== file))}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Field>
    </div>
  )
}
