import {
  Button,
  Combobox,
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
  Option,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useId, useState } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { bodyProblemsOf } from '../../../lib/body-problems.ts'
import { findTenants } from '../../../lib/find-tenants.ts'
import { tenantListQuery } from '../../../lib/tenant-list.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { useEraseTenant } from './system.queries.ts'
import type { Confirmed } from './system.queries.ts'

const useStyles = makeStyles({
  intro: { margin: 0, color: tokens.colorNeutralForeground2, maxWidth: '720px' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '12px' },
  choice: { flex: '1 1 280px', maxWidth: '420px' },
  box: { minWidth: 0 },
  surface: { maxWidth: '480px' },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  text: { margin: 0, overflowWrap: 'anywhere' },
})

/** More in the list would be slow, and nobody reads them. */
const SHOWN = 50

/** Everything that is stored of one tenant goes, for good. */
export function EraseCard({ confirmed }: { confirmed: Confirmed }) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const query = useQuery(tenantListQuery({ isQuiet: false }))
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<TenantListItem | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const tenants = query.data?.tenants ?? []
  const found = findTenants(tenants, {
    search: chosen?.displayName === search ? '' : search,
    among: null,
  })
  return (
    <SectionCard title="Erase a tenant's data">
      <p className={styles.intro}>
        Removes everything that is stored of a tenant: what was read, its history, reports, share
        links, settings and grants. The audit keeps its id alone. It cannot be undone.
      </p>
      <div className={styles.row}>
        <Field className={styles.choice} label="Tenant">
          <Combobox
            className={styles.box}
            freeform
            autoComplete="off"
            placeholder={query.isPending ? 'Loading...' : 'Search by name, domain or ID'}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setChosen(null)
            }}
            onOptionSelect={(_, { optionValue }) => {
              const tenant = tenants.find(({ id }) => id === optionValue) ?? null
              setChosen(tenant)
              setSearch(tenant?.displayName ?? '')
            }}
          >
            {found.slice(0, SHOWN).map(({ id, displayName, defaultDomainName }) => (
              <Option key={id} value={id} text={displayName}>
                {defaultDomainName === null ? displayName : `${displayName} (${defaultDomainName})`}
              </Option>
            ))}
          </Combobox>
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
          confirmed={confirmed}
          onClose={() => setIsAsked(false)}
          onErased={() => {
            setIsAsked(false)
            setChosen(null)
            setSearch('')
          }}
        />
      )}
    </SectionCard>
  )
}

interface EraseDialogProps {
  tenant: TenantListItem
  confirmed: Confirmed
  onClose: () => void
  onErased: () => void
}

function EraseDialog({ tenant, confirmed, onClose, onErased }: EraseDialogProps) {
  const styles = useStyles()
  const id = useId()
  const [name, setName] = useState('')
  const erase = useEraseTenant(confirmed)
  const problem = bodyProblemsOf(erase.error)['name']
  const isRight = name.trim() === tenant.displayName.trim()
  const submit = () => {
    if (!isRight || erase.isPending) return
    erase.mutate({ tenantId: tenant.id, name }, { onSuccess: onErased })
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && !erase.isPending && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>Erase this tenant's data?</ClosableTitle>
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
            <Button disabledFocusable={erase.isPending} onClick={onClose}>
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
