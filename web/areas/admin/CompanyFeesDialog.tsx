import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import { getCompanyFees, updateCompanyFees, type CompanyFees } from '#contract/companies-fees.ts'
import { formatDayAndYear, toLocalDate } from '#contract/dates.ts'
import { formatCents, formatPesos, toCents, toPesos } from '#contract/money.ts'
import { MAX_FEE_BPS, serviceFeeCents, type FeeTerms } from '#contract/prices.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { percentInput, wholeNumberInput } from '#web/features/forms/number-inputs.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { feeWords } from '#contract/fee-words.ts'
import { nowInstant, today } from '#web/lib/clock.ts'
import { isSame } from '#web/lib/is-same.ts'
import { readPercent, readWhole, showPercent, showWhole } from '#web/lib/typed-numbers.ts'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

const MOST_PESOS = 1_000_000
/** What the fee comes to is shown of tickets of these prices, in pesos. */
const EXAMPLES = [5000, 20_000, 80_000]

const typedTerms = z
  .object({
    percent: percentInput({ min: 0, max: MAX_FEE_BPS }),
    fixed: wholeNumberInput({ min: 0, max: MOST_PESOS, isOptional: true }),
    least: wholeNumberInput({ min: 0, max: MOST_PESOS, isOptional: true }),
    most: wholeNumberInput({ min: 0, max: MOST_PESOS, isOptional: true }),
    appliesFrom: z.string(),
  })
  .check(
    z.refine(({ least, most }) => most.trim() === '' || (readWhole(most) ?? 0) >= (readWhole(least) ?? 0), {
      error: 'El máximo no puede ser menor que el mínimo',
      path: ['most'],
    }),
  )

interface CompanyFeesDialogProps {
  companyId: string
  maySet: boolean
  onClose: () => void
}

/** What the platform charges a company, and from when on it will charge something else. */
export function CompanyFeesDialog({ companyId, maySet, onClose }: CompanyFeesDialogProps) {
  const fees = useQuery(endpointQuery(getCompanyFees, { params: { companyId } }, { fresh: true }))
  return (
    <Dialog open onClose={onClose} title={fees.data ? `Cargo de ${fees.data.companyName}` : 'Cargo por servicio'}>
      {fees.data ? (
        <>
          <Standing fees={fees.data} />
          {maySet && <TermsForm companyId={companyId} fees={fees.data} onClose={onClose} />}
        </>
      ) : fees.isError ? (
        <ErrorState
          title="No pudimos traer el cargo"
          message={failureMessage(fees.error)}
          onRetry={() => void fees.refetch()}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  )
}

function Standing({ fees: { current, since, next } }: { fees: CompanyFees }) {
  const now = nowInstant()
  return (
    <>
      <Facts>
        <Fact label="Hoy">{feeWords(current)}</Fact>
        <Fact label="Rige desde">
          {since ? formatDayAndYear(since, now) : 'Siempre: es el de todas, no tiene uno propio'}
        </Fact>
        {next.map((terms) => (
          <Fact key={terms.appliesFrom} label={`Desde el ${formatDayAndYear(terms.appliesFrom, now)}`}>
            {feeWords(terms)}
          </Fact>
        ))}
      </Facts>
      <p className="mt-3 mb-5 text-14 text-humo">
        Vale para los eventos que se crean desde entonces. Los que ya existen conservan el suyo.
      </p>
    </>
  )
}

function TermsForm({ companyId, fees, onClose }: { companyId: string; fees: CompanyFees; onClose: () => void }) {
  const { current } = fees
  const form = useSubmit(updateCompanyFees, {
    schema: typedTerms,
    defaults: {
      percent: showPercent(current.percentBps),
      fixed: showPesos(current.fixedCents),
      least: showPesos(current.leastCents),
      most: current.mostCents === null ? '' : showWhole(toPesos(current.mostCents)),
      appliesFrom: '',
    },
    draft: `cargo:${companyId}`,
    toInput: ({ appliesFrom, ...typed }) => ({
      params: { id: companyId },
      body: { ...termsOf(typed), appliesFrom: appliesFrom || null },
    }),
    onDone: ({ companyName }, { appliesFrom }) => {
      onClose()
      const from = appliesFrom && appliesFrom > today() ? ' desde el día que elegiste' : ''
      showToast(`Cambiaste el cargo de ${companyName}${from}`, 'success')
    },
  })
  const terms = termsOf(form.fields.watch())
  function submit(event?: FormEvent) {
    const standing = termsOn(fees, form.fields.getValues('appliesFrom'))
    if (form.isBusy || form.wrong().size > 0 || !isSame(terms, standing)) return form.submit(event)
    event?.preventDefault()
    event?.stopPropagation()
    // Sent, it would be one more row of the same.
    form.fields.setError('root', { message: 'Ya está así' })
  }
  return (
    <Form form={{ ...form, submit }} submit="Guardar" className="gap-4" button={{ wide: true }}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField label="Porcentaje del precio" hasDecimals {...form.field('percent')} />
        <MoneyField label="Fijo por entrada" optional {...form.field('fixed')} />
        <MoneyField label="Mínimo por entrada" optional {...form.field('least')} />
        <MoneyField label="Máximo por entrada" optional {...form.field('most')} />
      </div>
      <DateField label="Desde" optional hint="Vacío, desde ahora." {...form.field('appliesFrom')} />
      <p aria-live="polite" className="text-14 text-humo">
        {'Según el precio: '}
        {EXAMPLES.map((price) => `${formatPesos(price)} → ${formatCents(serviceFeeCents(toCents(price), terms))}`).join(
          ' · ',
        )}
      </p>
    </Form>
  )
}

function termsOf(typed: { percent: string; fixed: string; least: string; most: string }): FeeTerms {
  return {
    percentBps: readPercent(typed.percent) ?? 0,
    fixedCents: toCents(readWhole(typed.fixed) ?? 0),
    leastCents: toCents(readWhole(typed.least) ?? 0),
    mostCents: typed.most.trim() === '' ? null : toCents(readWhole(typed.most) ?? 0),
  }
}

/** What stands for the events that are made on a day, or today where none is chosen; null for a day that is past. */
function termsOn({ current, next }: CompanyFees, chosen: string): FeeTerms | null {
  const day = chosen || today()
  if (day < today()) return null
  const { percentBps, fixedCents, leastCents, mostCents } =
    next.findLast(({ appliesFrom }) => toLocalDate(appliesFrom) <= day) ?? current
  return { percentBps, fixedCents, leastCents, mostCents }
}

const showPesos = (amountCents: number) => (amountCents === 0 ? '' : showWhole(toPesos(amountCents)))
