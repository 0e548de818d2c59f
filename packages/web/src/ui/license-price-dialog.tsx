import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { CURRENCY } from '@tenantscope/contract/savings'
import { useState } from 'react'
import type { FormEvent } from 'react'

import { ApiError, userMessageOf } from '../lib/api-error.ts'
import { useSetLicensePrice } from '../lib/licenses.ts'
import { ForeignText } from './foreign-text.tsx'
import { readPrice } from './read-price.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '8px' },
})

export type PricedLicense = Pick<TenantLicense, 'skuId' | 'displayName' | 'price'>

interface LicensePriceDialogProps {
  license: PricedLicense
  isOpen: boolean
  onClose: () => void
}

/** Asks an administrator what a seat of a license costs per month. */
export function LicensePriceDialog({ license, isOpen, onClose }: LicensePriceDialogProps) {
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        {isOpen && <LicensePriceForm license={license} onClose={onClose} />}
      </DialogSurface>
    </Dialog>
  )
}

function LicensePriceForm({ license, onClose }: Omit<LicensePriceDialogProps, 'isOpen'>) {
  const styles = useStyles()
  const [text, setText] = useState(license.price?.monthly.toFixed(2) ?? '')
  const [problem, setProblem] = useState<string>()
  const change = useSetLicensePrice()
  const { skuId } = license
  const save = (monthlyPrice: number | null) =>
    change.mutate({ skuId, monthlyPrice }, { onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const read = readPrice(text)
    setProblem(read.problem)
    if (read.problem === undefined) save(read.price)
  }
  const shownProblem = problem ?? refusedField(change.error)
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <DialogTitle>License price</DialogTitle>
        <DialogContent className={styles.content}>
          <ForeignText wrap>{license.displayName}</ForeignText>
          <Field
            label="Price per seat and month"
            hint={`In ${CURRENCY}. It counts in every tenant.`}
            {...(shownProblem === undefined ? {} : { validationMessage: shownProblem })}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              contentBefore={CURRENCY}
              value={text}
              // Not disabled while it is saved: it would lose the focus.
              readOnly={change.isPending}
              onChange={(_, { value }) => setText(value)}
            />
          </Field>
          {change.isError && refusedField(change.error) === undefined && (
            <MessageBar intent="error" layout="multiline">
              <MessageBarBody>
                The price was not saved. {userMessageOf(change.error)}
              </MessageBarBody>
            </MessageBar>
          )}
        </DialogContent>
        <DialogActions>
          {license.price?.source === 'own' && (
            <Button disabledFocusable={change.isPending} onClick={() => save(null)}>
              Use list price
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" appearance="primary" disabledFocusable={change.isPending}>
            {change.isPending ? 'Saving...' : 'Save'}
          </Button>
        </DialogActions>
      </DialogBody>
    </form>
  )
}

/** The server's word on the price, where it is the price that it refuses. */
function refusedField(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.body?.fields?.find(({ field }) => field === 'body.monthlyPrice')?.message
}
