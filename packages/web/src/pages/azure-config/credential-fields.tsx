import { Field, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components'
import { CredentialKind } from '@tenantscope/contract/azure'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { fieldProblem } from '../../ui/field-problem.ts'
import { CertificateField } from './certificate-field.tsx'
import { keepsStored } from './connection-draft.ts'
import type { ConnectionDraft, Problems } from './connection-draft.ts'
import { CREDENTIAL_NAMES } from './credential-names.ts'
import { SecretField } from './secret-field.tsx'

const useStyles = makeStyles({
  kinds: { flexWrap: 'wrap', marginInlineStart: '-8px' },
  note: { color: tokens.colorNeutralForeground2 },
})

interface CredentialFieldsProps {
  stored: AzureConfig
  draft: ConnectionDraft
  problems: Problems
  isDisabled: boolean
  onChange: (changes: Partial<ConnectionDraft>) => void
}

/** How the application proves itself, and the proof. */
export function CredentialFields(props: CredentialFieldsProps) {
  const { stored, draft, problems, isDisabled, onChange } = props
  const styles = useStyles()
  const keeps = keepsStored(draft, stored)
  return (
    <>
      <Field label="Credential" {...fieldProblem(problems.credentialKind)}>
        <RadioGroup
          className={styles.kinds}
          layout="horizontal"
          name="credentialKind"
          disabled={isDisabled}
          value={draft.credentialKind}
          onChange={(_, { value }) => onChange({ credentialKind: CredentialKind.parse(value) })}
        >
          {kindsOf(stored).map((kind) => (
            <Radio key={kind} value={kind} label={CREDENTIAL_NAMES[kind]} />
          ))}
        </RadioGroup>
      </Field>
      {draft.credentialKind === 'secret' && (
        <SecretField
          value={draft.clientSecret}
          keepsStored={keeps}
          problem={problems.clientSecret}
          isDisabled={isDisabled}
          onChange={(clientSecret) => onChange({ clientSecret })}
        />
      )}
      {draft.credentialKind === 'certificate' && (
        <CertificateField
          files={draft.files}
          certificate={stored.certificate}
          keepsStored={keeps}
          problem={problems.certificatePem}
          isDisabled={isDisabled}
          onChange={(files) => onChange({ files })}
        />
      )}
      {draft.credentialKind === 'federated' && (
        <Text className={styles.note}>
          The platform that Tenantscope runs on gives it a token, which the app registration trusts.
          There is no secret to enter or to renew.
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
