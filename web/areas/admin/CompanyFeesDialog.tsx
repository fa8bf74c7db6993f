import { getCompanyFees, updateCompanyFees, type CompanyFees } from '#contract/companies/companies-fees.ts'
import { formatDayAndYear } from '#contract/values/dates.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { serviceFeeCents } from '#contract/values/prices.ts'
import { endpointQuery } from '#web/api/query.ts'
import { showPesos } from '#web/features/forms/number-inputs.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { feeWords } from '#contract/values/fee-words.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { LoadedDialog } from '#web/features/reads/LoadedDialog.tsx'
import { nowInstant, today } from '#web/lib/clock.ts'
import { isSame } from '#web/lib/is-same.ts'
import { showPercent } from '#web/lib/typed-numbers.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { DateField } from '#web/ui/fields/MomentField.tsx'
import { termsOf, termsOn, termsInput } from './company-fees-form.ts'

/** The fee is shown for tickets of these prices, in pesos. */
const EXAMPLES = [5000, 20_000, 80_000]

interface CompanyFeesDialogProps {
  companyId: string
  maySet: boolean
  onClose: () => void
}

/** What the platform charges a company, and from when on it will charge something else. */
export function CompanyFeesDialog({ companyId, maySet, onClose }: CompanyFeesDialogProps) {
  return (
    <LoadedDialog
      title="Cargo por servicio"
      query={endpointQuery(getCompanyFees, { params: { companyId } }, { fresh: true })}
      label="Cargando el cargo"
      skeleton="h-64"
      errorTitle="No pudimos traer el cargo"
      onClose={onClose}
    >
      {(fees) =>
        maySet ? (
          <TermsForm companyId={companyId} fees={fees} onClose={onClose} />
        ) : (
          <Dialog open onClose={onClose} title={titleOf(fees)}>
            <CurrentTerms fees={fees} />
          </Dialog>
        )
      }
    </LoadedDialog>
  )
}

const titleOf = ({ companyName }: CompanyFees) => `Cargo de ${companyName}`

function CurrentTerms({ fees: { current, since, next } }: { fees: CompanyFees }) {
  const now = nowInstant()
  return (
    <div>
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
      <p className="mt-3 text-14 text-humo">Si cambia, los eventos ya creados siguen con el suyo.</p>
    </div>
  )
}

function TermsForm({ companyId, fees, onClose }: { companyId: string; fees: CompanyFees; onClose: () => void }) {
  const { current } = fees
  const form = useSubmit(updateCompanyFees, {
    schema: termsInput,
    defaults: {
      percent: showPercent(current.percentBps),
      fixed: showPesos(current.fixedCents || null),
      least: showPesos(current.leastCents || null),
      most: showPesos(current.mostCents),
      appliesFrom: '',
    },
    draft: `cargo:${companyId}`,
    toInput: ({ appliesFrom, ...typed }) => ({
      params: { id: companyId },
      body: { ...termsOf(typed), appliesFrom: appliesFrom || null },
    }),
    // Sent, it would be one more row of the same.
    unchanged: ({ appliesFrom, ...typed }) => isSame(termsOf(typed), termsOn(fees, appliesFrom)) && 'Ya está así',
    done: ({ companyName }, { appliesFrom }) =>
      `Cambiaste el cargo de ${companyName}${appliesFrom && appliesFrom > today() ? ' desde el día que elegiste' : ''}`,
  })
  const terms = termsOf(form.fields.watch())
  return (
    <FormDialog form={form} title={titleOf(fees)} submit="Guardar" onClose={onClose} className="gap-4">
      <CurrentTerms fees={fees} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField label="Porcentaje del precio" hasDecimals {...form.field('percent')} />
        <MoneyField label="Fijo por entrada" optional {...form.field('fixed')} />
        <MoneyField label="Mínimo por entrada" optional {...form.field('least')} />
        <MoneyField label="Máximo por entrada" optional {...form.field('most')} />
      </div>
      <DateField label="Desde" optional hint="Vacío, desde ahora." {...form.field('appliesFrom')} />
      <p aria-live="polite" className="text-14 text-humo">
        {'Según el precio: '}
        {EXAMPLES.map(
          (price) => `${formatMoney(toCents(price))} → ${formatMoney(serviceFeeCents(toCents(price), terms))}`,
        ).join(' · ')}
      </p>
    </FormDialog>
  )
}
