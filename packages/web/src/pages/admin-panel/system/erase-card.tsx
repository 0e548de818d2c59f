import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useId, useState } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { bodyProblemsOf } from '../../../lib/body-problems.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { TenantCombobox } from '../../../ui/tenant-combobox.tsx'
import { useEraseTenant } from './system.queries.ts'

const useStyles = makeStyles({
  intro: { margin: 0, color: tokens.colorNeutralForeground2, maxWidth: '720px' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '12px' },
  choice: { flex: '1 1 280px', maxWidth: '420px' },
  surface: { maxWidth: '480px' },
  form: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBottom: '8px' },
  text: { margin: 0, overflowWrap: 'anywhere' },
})

/** Everything that is stored of one tenant goes, for good. */
export function EraseCard({ runFresh }: { runFresh: RunFresh }) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const [chosen, setChosen] = useState<TenantListItem | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  return (
    <SectionCard title="Erase a tenant's data">
      <p className={styles.intro}>
        Removes everything that is stored of a tenant: what was read, its history, reports, share
        links, settings and grants. The audit keeps its id alone. It cannot be undone.
      </p>
      <div className={styles.row}>
        <Field className={styles.choice} label="Tenant">
          <TenantCombobox
            label="Tenant"
            placeholder="Search by name, domain or ID"
            chosen={chosen}
            onChoose={setChosen}
          />
        </Field>
        <Button
          {...restoreFocus}
          disabledFocusable={chosen === null}
          onClick={() => chosen && setIsAsked(true)}
        >
          Erase...
        </Button>
      </div>
      {isAsked && chosen !== null && (
        <EraseDialog
          tenant={chosen}
          runFresh={runFresh}
          onClose={() => setIsAsked(false)}
          onErased={() => {
            setIsAsked(false)
            setChosen(null)
          }}
        />
      )}
    </SectionCard>
  )
}

interface EraseDialogProps {
  tenant: TenantListItem
  runFresh: RunFresh
  onClose: () => void
  onErased: () => void
}

function EraseDialog({ tenant, runFresh, onClose, onErased }: EraseDialogProps) {
  const styles = useStyles()
  const id = useId()
  const [name, setName] = useState('')
  const erase = useEraseTenant(runFresh)
  const problem = bodyProblemsOf(erase.error)['name']
  const isRight = name.trim() === tenant.displayName.trim()
  const close = () => {
    if (!erase.isPending) onClose()
  }
  const submit = () => {
    if (!isRight || erase.isPending) return
    erase.mutate({ tenantId: tenant.id, name }, { onSuccess: onErased })
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>Erase this tenant's data?</ClosableTitle>
          <DialogContent>
            <form
              id={id}
              className={styles.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                submit()
              }}
            >
              <p className={styles.text}>
                Everything that is stored of <strong>{tenant.displayName}</strong> goes for good:
                what was read, history, reports, share links, settings and grants.
              </p>
              <Field label="Type the tenant's name to confirm" {...fieldProblem(problem)}>
                <Input
                  name="name"
                  value={name}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(_, { value }) => {
                    setName(value)
                    if (erase.isError) erase.reset()
                  }}
                />
              </Field>
              {erase.isError && problem === undefined && (
                <MessageBar intent="error">
                  <MessageBarBody>{userMessageOf(erase.error)}</MessageBarBody>
                </MessageBar>
              )}
            </form>
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={erase.isPending} onClick={close}>
              Cancel
            </Button>
            <Button
              appearance="primary"
              type="submit"
              form={id}
              disabledFocusable={!isRight || erase.isPending}
            >
              {erase.isPending ? 'Erasing...' : 'Erase'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
