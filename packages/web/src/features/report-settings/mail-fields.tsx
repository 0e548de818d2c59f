import {
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Select,
} from '@fluentui/react-components'
import { MailSecurity } from '@tenantscope/contract/mail'

import { fieldProblem } from '../../ui/field-problem.ts'
import { keepsPassword, USUAL_PORTS } from './mail-draft.ts'
import type { MailDraft } from './mail-draft.ts'
import type { MailForm } from './use-mail-form.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: '16px 24px',
    alignItems: 'start',
  },
  wide: { gridColumn: '1 / -1' },
  // Fluent's inputs are wider by themselves than a phone.
  input: { width: '100%', minWidth: 0 },
})

const SECURITY_NAMES = {
  tls: 'TLS from the start',
  starttls: 'STARTTLS',
  none: 'None (only inside your own network)',
} as const satisfies Record<MailSecurity, string>

/** Where mail goes out, as whom, and from which address. */
export function MailFields({ form }: { form: MailForm }) {
  const styles = useStyles()
  const { draft, stored, problems, change, isPending } = form
  const keeps = keepsPassword(draft, stored)
  const text = (name: Exclude<keyof MailDraft, 'security'>) => ({
    name,
    className: styles.input,
    readOnly: isPending,
    autoComplete: 'off',
    spellCheck: false,
    value: draft[name],
    onChange: (_: unknown, { value }: { value: string }) => change({ [name]: value }),
  })
  return (
    <>
      <div className={styles.grid}>
        <Field label="Mail server" {...fieldProblem(problems['host'])}>
          <Input {...text('host')} placeholder="smtp.example.com" />
        </Field>
        <Field label="Port" {...fieldProblem(problems['port'])}>
          <Input {...text('port')} inputMode="numeric" />
        </Field>
        <Field className={styles.wide} label="Security" {...fieldProblem(problems['security'])}>
          <Select
            name="security"
            disabled={isPending}
            value={draft.security}
            onChange={(_, { value }) => change(securityChange(draft, MailSecurity.parse(value)))}
          >
            {MailSecurity.options.map((security) => (
              <option key={security} value={security}>
                {SECURITY_NAMES[security]}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="User name"
          hint="Blank where the server asks for none."
          {...fieldProblem(problems['username'])}
        >
          <Input {...text('username')} />
        </Field>
        <Field
          label="Password"
          hint={
            keeps
              ? 'A password is stored. Leave this blank to keep it.'
              : 'Stored sealed, never shown again.'
          }
          {...fieldProblem(problems['password'])}
        >
          <Input {...text('password')} type="password" autoComplete="new-password" />
        </Field>
        <Field label="From address" {...fieldProblem(problems['from'])}>
          <Input {...text('from')} type="email" placeholder="reports@example.com" />
        </Field>
        <Field label="From name" {...fieldProblem(problems['fromName'])}>
          <Input {...text('fromName')} />
        </Field>
      </div>
      {draft.security === 'none' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            Without TLS, reports and the password travel unprotected to the mail server.
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  )
}

/** The port goes with the protection as long as it is the usual one. */
function securityChange(draft: MailDraft, security: MailSecurity): Partial<MailDraft> {
  const isUsual = draft.port === USUAL_PORTS[draft.security]
  return { security, ...(isUsual && { port: USUAL_PORTS[security] }) }
}
