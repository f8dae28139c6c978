/* Writes the parts of a self-contained page (html.h). Knows nothing of its contents. */
#include "lab/reports/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* Six colours that also the colour-blind tell apart (after Okabe and Ito, 2002), darker on light ground and lighter on dark. */
static const char style[] =
    ":root{color-scheme:light dark;--ground:#fbfaf7;--ink:#1d1c19;--faint:#5d5a52;--line:#d9d5ca;"
    "--c0:#0067a5;--c1:#b34700;--c2:#007a57;--c3:#a33b7a;--c4:#7a5c00;--c5:#4a4a8f}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#161512;--ink:#ece9e1;--faint:#a8a498;--line:#3a3832;"
    "--c0:#56b4e9;--c1:#f08a4b;--c2:#2ec49a;--c3:#e08cc0;--c4:#e0b93a;--c5:#a9a9f0}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--ground);color:var(--ink);"
    "font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.5rem;line-height:1.2;margin:.5rem 0 1rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}\n"
    "p{margin:.5rem 0;max-width:42rem}\n"
    "pre{margin:.5rem 0;padding:.6rem .8rem;border:1px solid var(--line);border-radius:.3rem;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font-size:.9rem}\n"
    "figure{margin:1rem 0 1.5rem;max-width:32rem}figcaption{font-weight:600}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.3rem 0;padding:0;list-style:none;font-size:.9rem}\n"
    ".legend svg{width:2rem;height:.7rem;margin-right:.4rem}\n"
    ".plot{display:block;width:100%;height:auto}\n"
    ".plot text{fill:var(--faint);font:10px system-ui,sans-serif}.plot .grid{stroke:var(--line);stroke-width:.7}\n"
    ".plot .zero{stroke:var(--faint);stroke-width:1}.level{fill:none;stroke:var(--ink);stroke-width:1.2;stroke-dasharray:4 3}\n"
    ".s{fill:none;stroke-width:1.4;stroke-linejoin:round}.plot .b,.legend .b,.plot .band{stroke:none}.band{fill-opacity:.25}\n"
    ".w{stroke:var(--ink);stroke-width:1}.i{stroke-width:1.4}\n"
    "pre span{display:inline-block;max-width:100%}\n"
    ".plot .mark{fill:var(--ground);stroke-width:1.2}.plot .marked{fill:var(--ink);font-size:8px;text-anchor:middle}\n"
    ".k0{stroke:var(--c0)}.k1{stroke:var(--c1)}.k2{stroke:var(--c2)}.k3{stroke:var(--c3)}.k4{stroke:var(--c4)}.k5{stroke:var(--c5)}"
    "\n"
    ".b.k0,.band.k0{fill:var(--c0)}"
    ".b.k1,.band.k1{fill:var(--c1)}"
    ".b.k2,.band.k2{fill:var(--c2)}\n"
    ".b.k3,.band.k3{fill:var(--c3)}"
    ".b.k4,.band.k4{fill:var(--c4)}"
    ".b.k5,.band.k5{fill:var(--c5)}\n"
    ".k1.s{stroke-dasharray:6 2}.k2.s{stroke-dasharray:2 2}.k3.s{stroke-dasharray:7 2 2 2}.k4.s{stroke-dasharray:10 3}"
    ".k5.s{stroke-dasharray:4 2 1 2}\n"
    ".wide{overflow-x:auto;margin:.5rem 0}table{border-collapse:separate;border-spacing:0;font-size:.9rem}\n"
    "th,td{padding:.25rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}th{color:var(--faint);"
    "font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    /* Where a table is wider than the screen its names stay, and a shade says that there is more to the right. */
    "th:first-child,td:first-child{padding-left:0;position:sticky;left:0;background:var(--ground)}\n"
    "@media(max-width:40rem){table{font-size:.8rem}th,td{padding:.25rem .35rem}"
    ".wide{mask-image:linear-gradient(to left,transparent,#000 1.2rem);padding-right:1rem}}\n"
    "summary{cursor:pointer;margin:1.5rem 0 .5rem;font-weight:600}\n";

void bil_html_text(struct bil_text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            bil_text_add(out, "&amp;");
            break;
        case '<':
            bil_text_add(out, "&lt;");
            break;
        case '>':
            bil_text_add(out, "&gt;");
            break;
        case '"':
            bil_text_add(out, "&quot;");
            break;
        default:
            bil_text_char(out, (unsigned char)*text < ' ' || *text == 127 ? ' ' : *text);
            break;
        }
    }
}

static void element(struct bil_text *out, const char *open, const char *text, const char *close)
{
    bil_text_add(out, open);
    bil_html_text(out, text);
    bil_text_add(out, close);
}

void bil_html_begin(struct bil_text *out, const char *title)
{
    bil_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    element(out, "<title>", title, "</title>\n");
    bil_text_add(out, "<link rel=\"icon\" href=\"data:,\"/>\n<style>\n"); /* else a browser asks a server for one */
    bil_text_add(out, style);
    bil_text_add(out, "</style>\n</head>\n<body>\n");
    element(out, "<h1>", title, "</h1>\n");
}

void bil_html_end(struct bil_text *out)
{
    bil_text_add(out, "</body>\n</html>\n");
}

void bil_html_heading(struct bil_text *out, const char *text)
{
    element(out, "<h2>", text, "</h2>\n");
}

void bil_html_paragraph(struct bil_text *out, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    element(out, "<p>", text, "</p>\n");
}

/* A line ends between words only: not behind the hyphens of "--games". */
void bil_html_command(struct bil_text *out, const char *command)
{
    bil_text_add(out, "<pre>");
    while (*command) {
        const size_t length = strcspn(command, " ");
        char *word = bil_memory_text(command, length);
        element(out, "<span>", word, "</span>");
        free(word);
        command += length;
        for (; *command == ' '; command++) {
            bil_text_char(out, ' ');
        }
    }
    bil_text_add(out, "</pre>\n");
}

void bil_html_fold(struct bil_text *out, const char *summary)
{
    element(out, "<details>\n<summary>", summary, "</summary>\n");
}

void bil_html_fold_end(struct bil_text *out)
{
    bil_text_add(out, "</details>\n");
}

void bil_html_table(struct bil_text *out, const char *const *columns, int count)
{
    bil_text_add(out, "<div class=\"wide\"><table>\n<thead><tr>");
    for (int i = 0; i < count; i++) {
        const bool number = columns[i][0] == '#';
        element(out, number ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">", columns[i] + number, "</th>");
    }
    bil_text_add(out, "</tr></thead>\n<tbody>\n");
}

void bil_html_row(struct bil_text *out)
{
    bil_text_add(out, "<tr>");
}

void bil_html_number(struct bil_text *out, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    element(out, "<td class=\"n\">", text, "</td>");
}

void bil_html_cell(struct bil_text *out, const char *text)
{
    element(out, "<td>", text, "</td>");
}

void bil_html_row_end(struct bil_text *out)
{
    bil_text_add(out, "</tr>\n");
}

void bil_html_table_end(struct bil_text *out)
{
    bil_text_add(out, "</tbody>\n</table></div>\n");
}
