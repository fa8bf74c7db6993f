-- Counts that are rows of `limits_taken` since 0020: no code reads or writes these any more.
drop table sign_in_attempts;
drop table transfer_counters;
