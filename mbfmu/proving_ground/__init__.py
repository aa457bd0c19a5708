"""The proving ground: cars driven through standard manoeuvres, with characteristic values."""
