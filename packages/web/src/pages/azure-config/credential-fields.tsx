import { Button, Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import { DocumentKey20Regular } from '@fluentui/react-icons/svg/document-key'
import { CredentialKind } from '@tenantscope/contract/azure'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { useRef, useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import type { SavedForm } from '../../ui/form/use-saved-form.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { CertificateFacts } from './connection-facts.tsx'
import { CREDENTIAL_NAMES, keepsStored, looksLikeSecretId } from './connection-values.ts'
import type { ConnectionValues } from './connection-values.ts'
import { CREDENTIAL_FILE_TYPES, partsIn, readCredentialFile } from './credential-files.ts'
import type { CredentialFile } from './credential-files.ts'

const useStyles = makeStyles({
  kinds: { flexWrap: 'wrap', marginInlineStart: '-8px' },
  files: { width: '100%' },
  file: {
    padding: '4px 4px 4px 12px',
    listStyleType: 'none',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  parts: { marginInlineStart: 'auto', flexShrink: 0 },
})

interface CredentialFieldsProps {
  form: SavedForm<ConnectionValues>
  stored: AzureConfig
}

/** The kind of the application's credential, and the credential. */
export function CredentialFields({ form, stored }: CredentialFieldsProps) {
  const styles = useStyles()
  const { credentialKind } = form.values
  const keeps = keepsStored(form.values, stored)
  return (
    <>
      <Field label="Credential" {...fieldProblem(form.problems['credentialKind'])}>
        <RadioGroup
          className={styles.kinds}
          layout="horizontal"
          name="credentialKind"
          value={credentialKind}
          onChange={(_, { value }) => form.change({ credentialKind: CredentialKind.parse(value) })}
        >
          {kindsOf(stored).map((kind) => (
            <Radio key={kind} value={kind} label={CREDENTIAL_NAMES[kind]} />
          ))}
        </RadioGroup>
      </Field>
      {credentialKind === 'secret' && <SecretField form={form} keepsStored={keeps} />}
      {credentialKind === 'certificate' && (
        <CertificateField form={form} certificate={stored.certificate} keepsStored={keeps} />
      )}
      {credentialKind === 'federated' && (
        <Text muted>
          The platform that Tenantscope runs on issues a token that the app registration trusts.
          There is no secret to enter or renew.
        </Text>
      )}
    </>
  )
}

/** Tokens of a platform can only be had where the environment names their file. */
function kindsOf({
  isFederationAvailable,
  credentialKind,
}: AzureConfig): readonly CredentialKind[] {
  return isFederationAvailable || credentialKind === 'federated'
    ? ['secret', 'certificate', 'federated']
    : ['secret', 'certificate']
}

interface SecretFieldProps {
  form: SavedForm<ConnectionValues>
  /** Whether the stored one stays when the field is left blank. */
  keepsStored: boolean
}

/** The client secret: entered, shown on demand, never read back. */
function SecretField({ form, keepsStored: keeps }: SecretFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const { clientSecret } = form.values
  return (
    <Field
      label="Client Secret"
      hint={
        keeps
          ? 'A secret is stored. Leave this blank to keep it.'
          : 'The value of the secret, not its ID.'
      }
      {...(looksLikeSecretId(clientSecret) && LOOKS_LIKE_ID)}
      {...fieldProblem(form.problems['clientSecret'])}
    >
      <SecretInput
        name="clientSecret"
        what="client secret"
        placeholder={keeps ? 'Stored. Enter a new one to replace it' : 'Enter the client secret'}
        value={clientSecret}
        isShown={isShown}
        onShow={setIsShown}
        onChange={(value) => form.change({ clientSecret: value })}
      />
    </Field>
  )
}

const LOOKS_LIKE_ID = {
  validationState: 'warning',
  validationMessage:
    'This looks like the ID of a secret. The portal shows the Value beside it, once, when the secret is created.',
} as const

interface CertificateFieldProps {
  form: SavedForm<ConnectionValues>
  certificate: AzureConfig['certificate']
  keepsStored: boolean
}

/** Certificate and key from files of this computer; the stored certificate is described, never shown. */
function CertificateField({ form, certificate, keepsStored }: CertificateFieldProps) {
  const { certificatePem: files } = form.values
  const onChange = (changed: readonly CredentialFile[]) => form.change({ certificatePem: changed })
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
    <Stack gap={12}>
      {keepsStored && certificate !== null && <CertificateFacts certificate={certificate} />}
      <Field
        label="Certificate"
        hint={
          keepsStored
            ? 'Choose files only to replace the stored one.'
            : 'Certificate and private key in PEM (.pem, .crt, .cer, .key), in one file or two. The key is stored encrypted and never shown again.'
        }
        {...fieldProblem(refusal ?? form.problems['certificatePem'])}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <Stack gap={8} align="start">
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
              onClick={() => input.current?.click()}
            >
              Choose files
            </Button>
            {files.length > 0 && (
              <Stack as="ul" gap={4} className={styles.files} aria-label="Chosen files">
                {files.map((file) => (
                  <Stack as="li" row align="center" gap={8} key={file.name} className={styles.file}>
                    <ForeignText>{file.name}</ForeignText>
                    <Text variant="caption" muted className={styles.parts}>
                      {partsIn(file)}
                    </Text>
                    <IconButton
                      size="small"
                      icon={<Dismiss16Regular />}
                      label={`Remove ${file.name}`}
                      hint="Remove"
                      onClick={() => onChange(files.filter((other) => other !== file))}
                    />
                  </Stack>
                ))}
              </Stack>
            )}
          </Stack>
        )}
      </Field>
    </Stack>
  )
}
